/**
 * Node's own modules in a bundle, each with nothing but what is asked of it. An `import` of one reads everything that it exports, and what
 * exports are made for when they are first read is loaded with them: `node:fs` brings readline, `node:crypto` the Web's cryptography,
 * `node:http` all of fetch; in every thread anew, a tenth of a start and some of the memory of an idle server.
 */
import type { Plugin } from 'esbuild';

const namespace = 'builtin';

/** For bundles of ES modules that Node 24 or newer runs. */
export const builtinModules: Plugin = {
	name: 'builtin-modules',
	setup(build) {
		build.onResolve({ filter: /^node:/ }, ({ path, kind, importer }) =>
			kind === 'import-statement' ? { path, namespace, sideEffects: false, suffix: `?${importer}` } : { path, external: true },
		);
		build.onLoad({ filter: /./, namespace }, ({ path }) => ({ contents: moduleText(path) }));
	},
};

/** What nobody imports of it the bundler leaves out. */
function moduleText(path: string): string {
	const own = process.getBuiltinModule(path);
	if (own === undefined) throw new Error(`Node has no module ${path}`);
	const names = Object.keys(own).filter((name) => name !== 'default');
	return [
		`const $module = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(path)});`,
		'const $read = (name) => $module[name];',
		'export default $module;',
		...names.map((name) => `export const ${name} = /* @__PURE__ */ $read(${JSON.stringify(name)});`),
		'',
	].join('\n');
}
