/** Validation of a package's kinds: descriptors of their types, and a function for each kind. Bundlers keep only those in use. */
import { apiVersionOf } from '../../../runtime/model/api-version.ts';
import type { KindDescriptor, TypeDescriptor, TypeName, VersionDescriptor } from '../../../runtime/model/catalog.ts';
import { isCustomKind } from '../../../runtime/model/custom-kind.ts';
import { fieldsApart, subresourcesIn } from '../../../runtime/model/subresource-fields.ts';
import { stepsOf } from '../../../runtime/schema/conversion/declared.ts';
import { typeIn } from '../../../runtime/schema/properties.ts';
import type { EmittedFile } from '../../model.ts';
import { specifier, typeParts } from '../../print/derived-names.ts';
import { type Literal, literal, preamble } from '../../print/typescript.ts';
import { moduleIdentifier, modulePath, type Surface, type SurfaceKind } from './surface.ts';

const validator = 'lib/sdk/typescript/validation/validator.js';
const validation = 'lib/sdk/typescript/validation/validation.js';

/** Subpath of a module's validation, appended to the subpath of the module. */
export const validationSubpath = 'validation';

export function emitValidation(surface: Surface): readonly EmittedFile[] {
	const descriptors = surface.modules.map(({ types, ...module }) => {
		const path = `${modulePath(module)}.types.js`;
		const others = new Set<TypeName>();
		const lines = types.map((type) => printType(type, moduleIdentifier(module), others));
		return { path, content: `${[preamble, ...importLines(path, others), '', ...lines].join('\n')}\n` };
	});
	const byModule = Map.groupBy(surface.kinds, ({ module }) => modulePath(module));
	const validators = [...byModule].flatMap(([path, kinds]) => [
		printValidators(`${path}.validation.js`, kinds, surface),
		printDeclarations(`${path}.validation.d.ts`, kinds),
	]);
	return [...descriptors, ...validators];
}

/** Prints a type's descriptor as a function with its dependencies, so that it is created on first use. */
function printType(type: TypeDescriptor, here: string, others: Set<TypeName>): string {
	const used = [...new Set(type.fields.map(({ schema }) => typeIn(schema)).filter((name) => name !== undefined))];
	const names = used.map((name) => {
		const there = moduleIdentifier(name);
		if (there === here) return localName(name);
		others.add(name);
		return `${there}.${localName(name)}`;
	});
	const descriptor = text(type as unknown as Literal);
	return `export const ${localName(type.name)} = { name: ${text(type.name)}, make: () => (${descriptor}), uses: () => [${names.join(', ')}] };`;
}

function printValidators(path: string, kinds: readonly SurfaceKind[], { asked, catalog }: Surface): EmittedFile {
	const lines = kinds.map(({ kind, version }) => {
		const facts: Literal = {
			apiVersion: apiVersionOf(version),
			kind: kind.kind,
			scope: kind.scope,
			nameFormat: kind.nameFormat,
			apart: kind.subresources.status?.onCreate === true ? [] : fieldsApart(subresourcesIn(kind, version)),
			asked: asked.has(version.type),
			...(isCustomKind(kind, catalog) && { custom: true }),
		};
		const stored = storedElsewhere(kind, version);
		const elsewhere = stored === undefined ? '' : `, stored: { ...${text(storedFacts(stored, version))}, type: ${typeReference(stored.type)} }`;
		return `export const validate${kind.kind} = /* @__PURE__ */ validatorOf({ ...${text(facts)}, type: ${typeReference(version.type)}${elsewhere} });`;
	});
	const types = new Set(kinds.flatMap(({ kind, version }) => [version.type, storedElsewhere(kind, version)?.type ?? version.type]));
	const head = [preamble, `import { validatorOf } from '${specifier(path, validator)}';`, ...importLines(path, types)];
	return { path, content: `${[...head, '', ...lines].join('\n')}\n` };
}

/**
 * Returns the storage version if it differs from this version. Returns undefined when objects are not stored, or when code converts them,
 * which the package lacks.
 */
function storedElsewhere(kind: KindDescriptor, version: VersionDescriptor): VersionDescriptor | undefined {
	const stored = kind.versions[kind.storageVersion];
	if (stored === undefined || kind.stored === false || version.conversion === 'hook') return undefined;
	return stored.type === version.type ? undefined : stored;
}

function storedFacts(stored: VersionDescriptor, version: VersionDescriptor): Literal {
	return { apiVersion: apiVersionOf(stored), steps: stepsOf(version) as unknown as Literal };
}

function typeReference(type: TypeName): string {
	return `${moduleIdentifier(type)}.${localName(type)}`;
}

function printDeclarations(path: string, kinds: readonly SurfaceKind[]): EmittedFile {
	const lines = kinds.map(
		({ kind, version }) =>
			`/** Returns the server's violations for a new ${kind.kind} (${apiVersionOf(version)}), without asking it. */\nexport declare const validate${kind.kind}: Validator;`,
	);
	const from = specifier(path, validation);
	const head = [preamble, `import type { Validator } from '${from}';`, `export type { Cause, ValidateOptions, Validation, Validator } from '${from}';`];
	return { path, content: `${[...head, '', ...lines].join('\n')}\n` };
}

function importLines(path: string, types: ReadonlySet<TypeName>): readonly string[] {
	const modules = new Map([...types].map((type) => [moduleIdentifier(type), `${modulePath(type)}.types.js`]));
	return [...modules].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, to]) => `import * as ${name} from '${specifier(path, to)}';`);
}

/** Returns the local name of a type. The suffix avoids names that JavaScript reserves. */
function localName(type: TypeName): string {
	return `${typeParts(type).name}_`;
}

/** Prints a value whose placeholders have been replaced. Throws when one remains. */
function text(value: Literal): string {
	return literal(value)
		.parts.map((part) => {
			if (typeof part !== 'string') throw new Error(`${part.name} of ${part.from} is left in what should be words`);
			return part;
		})
		.join('');
}
