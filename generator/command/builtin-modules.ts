/**
 * Bundler plugin that imports from Node's own modules only the exports that code uses.
 *
 * An `import` of such a module evaluates every export and loads the modules behind lazy ones. `node:fs` loads readline, `node:crypto` the
 * Web Crypto API, `node:http` all of fetch. Every thread repeats that, which takes a tenth of the start time and memory.
 */
import type { Plugin } from 'esbuild';

const namespace = 'builtin';

/** For bundles of ES modules that run on Node 24 or newer. */
export const builtinModules: Plugin = {
	name: 'builtin-modules',
	setup(build) {
		build.onResolve({ filter: /^node:/ }, ({ path, kind, importer }) =>
			kind === 'import-statement' ? { path, namespace, sideEffects: false, suffix: `?${importer}` } : { path, external: true },
		);
		build.onLoad({ filter: /./, namespace }, ({ path }) => ({ contents: moduleText(path) }));
	},
};

/** Makes a module in which every export is pure, so that the bundler drops unused ones. */
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
