/** Modules of a client package in JavaScript, one per package and version, with type declarations. */
import type { TypeName } from '../../../runtime/model/catalog.ts';
import type { EmittedFile, Model } from '../../model.ts';
import { specifier } from '../../print/derived-names.ts';
import { preamble } from '../../print/typescript.ts';
import type { TypeModule } from '../typescript/type-modules.ts';
import { printClientTypes, printDefinition } from './resources.ts';
import { moduleIdentifier, modulePath, type Surface } from './surface.ts';
import { own, printTypes, type TypesContext } from './types.ts';

/** Entry module of the hand-written part of a package. */
const entry = 'lib/sdk/typescript/index.js';

export async function emitModules(surface: Surface, model: Model): Promise<readonly EmittedFile[]> {
	const files: EmittedFile[] = [];
	for (const module of modulesOf(surface)) {
		const kinds = surface.kinds.filter((served) => modulePath(served.module) === modulePath(module));
		const context: TypesContext = { surface, model, module, imports: new Set() };
		const declarations = [...(await printTypes(context)), ...kinds.map((served) => printClientTypes(served, context))];
		const path = modulePath(module);
		const head = [preamble, `import type * as ${own} from '${specifier(`${path}.d.ts`, entry)}';`, ...importLines(path, context.imports)];
		files.push({ path: `${path}.d.ts`, content: `${head.join('\n')}\n\n${declarations.join('\n\n')}\n` });
		const values = kinds.map(printDefinition);
		files.push({ path: `${path}.js`, content: `${[preamble, ...(values.length === 0 ? ['export {};'] : values)].join('\n')}\n` });
	}
	return files;
}

/** Returns the modules that have types, and the modules of versions that share all types with another version. */
export function modulesOf({ modules, kinds }: Surface): readonly TypeModule[] {
	const all = new Map<string, TypeModule>(modules.map((module) => [modulePath(module), module]));
	for (const { module } of kinds) if (!all.has(modulePath(module))) all.set(modulePath(module), { ...module, types: [] });
	return [...all.values()].sort((a, b) => (modulePath(a) < modulePath(b) ? -1 : 1));
}

function importLines(path: string, types: ReadonlySet<TypeName>): readonly string[] {
	const modules = new Map([...types].map((type) => [moduleIdentifier(type), modulePath(type)]));
	return [...modules].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, to]) => `import type * as ${name} from '${specifier(`${path}.d.ts`, `${to}.js`)}';`);
}
