import type { ButtonHTMLAttributes, ReactNode } from 'react'

import styles from './button.module.css'
import { classes } from './classes'
import { Icon, type IconName } from './icon'
import { Link, type LinkProps } from './link'

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'medium' | 'small'
  fullWidth?: boolean
  icon?: IconName
  children: ReactNode
}

type ButtonProps = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style' | 'children'>

/** Submits its form unless `type="button"` says otherwise. */
export function Button({
  variant,
  size,
  fullWidth,
  icon,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button className={classes(look({ variant, size, fullWidth }), className)} {...rest}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}

type ButtonLinkProps = Look & Omit<LinkProps, 'style' | 'children'>

/** Looks like a button, goes somewhere like a link. */
export function ButtonLink({
  variant,
  size,
  fullWidth,
  icon,
  children,
  className,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link className={classes(look({ variant, size, fullWidth }), className)} {...rest}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  )
}

function look({ variant = 'primary', size = 'medium', fullWidth }: Omit<Look, 'children'>) {
  return classes(
    styles.button,
    styles[variant],
    size === 'small' && styles.small,
    fullWidth && styles.fullWidth,
  )
}
