/** Leads somebody without a session to sign-in, once, and remembers the page that was asked for. */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

export function ToSignIn() {
  const navigate = useNavigate();
  const { href } = useLocation();
  // The location changes while this is still there.
  const [next] = useState(href);
  useEffect(() => {
    void navigate({ to: '/sign-in', search: { next }, replace: true });
  }, [navigate, next]);
  return null;
}
