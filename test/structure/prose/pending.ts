/** Text that predates the style rules. Rewriting a folder or a page removes its row; no row is added. */
export const pendingSources: readonly string[] = ['runtime/', 'generator/', 'sdk/', 'bench/', 'test/'];

export const longPages: readonly string[] = ['docs/architecture.md', 'docs/guide/adding-a-kind.md', 'docs/guide/running.md'];
