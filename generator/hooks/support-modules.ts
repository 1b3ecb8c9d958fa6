/**
 * Modules that hook files import. The only entry `orch/hook.ts` exports the types of the root's kinds and what hooks need of the server.
 *
 * The files are copies of generated and hand-written ones, in the project's layout, so that editors find every type without configuration.
 * A
 * bundled server uses the originals.
 */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { hooks } from '../emit/typescript/hooks.ts';
import { typescript } from '../emit/typescript/types.ts';
import { vocabulary } from '../emit/typescript/vocabulary.ts';
import type { EmittedFile, EmittersKept, Model } from '../model.ts';
import { preamble } from '../print/typescript.ts';

/** Name of the module that hook files import. */
export const hookModule = 'hook.ts';

/** Exports of the module, by module of the project. */
const exported: Readonly<Record<string, string>> = {
	'generated/hooks.ts': 'type Hooks',
	'runtime/api/endpoint-hooks.ts': 'type Compute, type ComputeRequest, type Connect, type ConnectRequest, type ProxyAnswer',
	'runtime/api/errors.ts': 'ApiError, invalid',
	'runtime/api/hooks.ts': 'type GroupHooks, type HookContext, type KindHooks, type Leniency, type WithMetadata',
	'runtime/api/request.ts': 'type ApiRequest, type ApiResponse, type User',
	'runtime/model/cause.ts': 'type Cause, duplicate, forbiddenField, invalidValue, notFoundValue, notSupported, required, tooLong, tooMany',
	'runtime/model/equal.ts': 'deepEqual',
	'runtime/scalars/quantity.ts': 'compareQuantities, parseQuantity',
};

/** Modules from which the entry exports, relative to the project. */
export const hookModules: readonly string[] = Object.keys(exported);

/** Text of `orch/hook.ts`. */
export const hookModuleText = [
	preamble,
	'/** API of hook files: types of hooks, constructors of violations, and errors for refusals. */',
	...Object.entries(exported).map(([from, names]) => `export { ${names} } from './${from}';`),
	'',
].join('\n');

/** Text of the module without types, for run time. */
export const hookModuleValues = Object.entries(exported)
	.map(([from, names]) => [from, names.split(', ').filter((name) => !name.startsWith('type '))] as const)
	.flatMap(([from, names]) => (names.length === 0 ? [] : [`export { ${names.join(', ')} } from './${from}';\n`]))
	.join('');

/** Returns the files below `orch/` for the kinds and groups that may have hook files. */
export async function supportFiles(model: Model, { kinds, groups }: Pick<Catalog, 'kinds' | 'groups'>, kept?: EmittersKept): Promise<EmittedFile[]> {
	const own: Model = { ...model, catalog: { ...model.catalog, kinds, groups } };
	const emitted = [...(await vocabulary.emit(model)), ...(await typescript.emit(model, kept)), ...(await hooks.emit(own))];
	const generated = new Map(emitted.map(({ path, content }) => [`generated/${path}`, content]));
	const reached = new Map<string, string>();
	const reach = (path: string): void => {
		if (reached.has(path)) return;
		const text = generated.get(path) ?? projectFile(path);
		reached.set(path, text);
		for (const [, imported = ''] of text.matchAll(/^(?:import|export|\}) .*?from '(\.{1,2}\/[^']+)';$/gm)) reach(posix.join(posix.dirname(path), imported));
	};
	for (const path of Object.keys(exported)) reach(path);
	return [{ path: '.gitignore', content: '*\n' }, { path: hookModule, content: hookModuleText }, ...[...reached].map(([path, content]) => ({ path, content }))];
}

/** Reads a file of the project. */
export function projectFile(path: string): string {
	return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}
