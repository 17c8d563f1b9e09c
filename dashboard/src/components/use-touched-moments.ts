/** By touch nothing is hovered over: who taps on a moment is told its exact time. */
import { useEffect } from 'react';
import { tellDone } from '../toasts.tsx';

export function useTouchedMoments(): void {
  useEffect(() => {
    const tell = ({ pointerType, target }: PointerEvent): void => {
      const moment = target instanceof Element ? target.closest('time') : null;
      if (pointerType === 'touch' && moment) tellDone(moment.title);
    };
    document.addEventListener('pointerup', tell);
    return () => document.removeEventListener('pointerup', tell);
  }, []);
}
