/** Text that predates the style rules. Rewriting a folder or a page removes its row; no row is added. Paths begin with these. */
export const pendingSources: readonly string[] = [
	'runtime/http/http1/short-body',
	...['admission/webhooks/figures', 'admission/webhooks/load', 'auth/authn/webhook-tokens', 'dev.ts', 'http/http2/conduct', 'main.ts'].map(
		(name) => `runtime/${name}`,
	),
	'runtime/server/maintenance.ts',
	'generator/command/objects/server.ts',
	'runtime/storage/encryption/',
	'runtime/storage/owners-alone',
	'runtime/storage/sqlite/checks/head',
	'test/',
];

export const longPages: readonly string[] = [];
