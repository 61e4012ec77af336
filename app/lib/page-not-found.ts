/** The answer of a failed validity check (specification, section 2, guards), to be thrown. */
export function pageNotFound(request: Request): Response {
  return new Response(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 })
}
