/** Text that predates the style rules. Rewriting a folder or a page removes its row; no row is added. Paths begin with these. */
export const pendingSources: readonly string[] = ['runtime/http/http1/short-body'];

export const longPages: readonly string[] = [];
