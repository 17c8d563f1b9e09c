/** Links of the dashboard as Mantine draws them; addresses, parameters and searches are checked by the router's types. */
import { Anchor, type AnchorProps, Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type LinkElement<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

const AnchorElement = (props: LinkElement<AnchorProps>) => <Anchor size="sm" {...props} />;
const ButtonElement = (props: LinkElement<ButtonProps>) => <Button component="a" {...props} />;
const MenuElement = (props: LinkElement<MenuItemProps>) => <Menu.Item component="a" {...props} />;

export const TextLink = createLink(AnchorElement);
export const ButtonLink = createLink(ButtonElement);
export const MenuLink = createLink(MenuElement);
