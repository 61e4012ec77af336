/** Half of the pause is random: containers that lost Redis together do not return at once. */
export function withJitter(pauseMs: number): number {
  return pauseMs * (0.5 + Math.random() / 2)
}
