/** The path of the page, for what need not be drawn again when only the search in its address changes. */
import { useLocation } from '@tanstack/react-router';

export const usePathname = (): string => useLocation({ select: ({ pathname }) => pathname });
