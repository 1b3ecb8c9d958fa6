/** Text that predates the style rules. Rewriting a folder or a page removes its row; no row is added. */
const pendingFolders: Readonly<Record<string, readonly string[]>> = {
	runtime: ['admission', 'api', 'apply', 'auth', 'controllers', 'flowcontrol', 'http', 'kinds', 'schema', 'server', 'storage', 'trpc', 'verbs', 'watch'],
	generator: ['command', 'compat', 'emit', 'export', 'hooks', 'import', 'language', 'objects', 'print', 'read', 'scaffold', 'sdk', 'stored'],
	sdk: ['prisma', 'typescript'],
};

/** Paths begin with these. A folder's own files are listed by extension. */
export const pendingSources: readonly string[] = [
	...Object.entries(pendingFolders).flatMap(([top, folders]) => folders.map((folder) => `${top}/${folder}/`)),
	...['ahead', 'dev', 'large-thread', 'main', 'maintenance', 'optimizers', 'parts', 'server', 'young-generation'].map((name) => `runtime/${name}.ts`),
	...['generate', 'make-folder', 'model', 'write'].map((name) => `generator/${name}.ts`),
	'bench/',
	'test/',
];

export const longPages: readonly string[] = [];
