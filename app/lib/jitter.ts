/** Half of the pause is random: processes that lost a service together do not return at once. */
export function withJitter(pauseMs: number): number {
  return pauseMs * (0.5 + Math.random() / 2)
}
