/**
 * Interface of hand-written behaviour (`runtime/kinds/`, hook files of spec roots). It has an entry for each kind, typed by its storage
 * version, and for each group that another server serves. Answers that only a hook can give are required.
 */
import type { KindDescriptor, TypeName, VersionDescriptor } from '../../../runtime/model/catalog.ts';
import { converterKey } from '../../../runtime/model/converter-key.ts';
import { type Endpoint, type EndpointBody, endpointsOf } from '../../../runtime/model/endpoint.ts';
import type { Emitter, Model } from '../../model.ts';
import { typeParts } from '../../print/derived-names.ts';
import { type Code, code, docComment, importedType, join, literal, type Printable, printModule } from '../../print/typescript.ts';
import { typesFile } from './type-modules.ts';

const kindHooks = importedType('KindHooks', '../runtime/api/hooks.ts');
const withMetadata = importedType('WithMetadata', '../runtime/api/hooks.ts');
const converter = importedType('Converter', '../runtime/api/hooks.ts');
const groupHooks = importedType('GroupHooks', '../runtime/api/hooks.ts');
const compute = importedType('Compute', '../runtime/api/endpoint-hooks.ts');
const observe = importedType('Observe', '../runtime/api/endpoint-hooks.ts');
const connect = importedType('Connect', '../runtime/api/endpoint-hooks.ts');

export const hooks: Emitter = {
	name: 'hooks',
	emit({ catalog }) {
		const kinds = [...catalog.kinds].sort((a, b) => (hookKey(a) < hookKey(b) ? -1 : 1));
		const types = new TypeImports();
		return [
			printModule('hooks.ts', [
				code``,
				docComment('Behaviour that specs cannot express: of kinds by package and plural, of groups of other servers by package.'),
				code`export interface Hooks {`,
				...kinds.flatMap((kind) => hooksOfKind(kind, types)),
				...proxiedPackages(catalog).map((name) => code`\treadonly ${literal(name)}?: ${groupHooks};`),
				code`}`,
			]),
		];
	},
};

/** Names under which the module imports types. If two packages have a type of the same name, the later one gets another name. */
class TypeImports {
	readonly #locals = new Map<TypeName, string>();

	of(type: TypeName): Printable {
		const { package: folder, version, name } = typeParts(type);
		const from = importedType(name, typesFile({ package: folder, version }));
		const local = this.#locals.get(type) ?? this.#free(name, folder, version);
		this.#locals.set(type, local);
		return local === name ? from : { ...from, as: local };
	}

	#free(name: string, folder: string, version: string): string {
		const taken = new Set<string>([
			kindHooks.name,
			groupHooks.name,
			converter.name,
			withMetadata.name,
			compute.name,
			observe.name,
			connect.name,
			'Hooks',
			...this.#locals.values(),
		]);
		const owned = `${name}Of${capital(folder)}`;
		return [name, owned].find((each) => !taken.has(each)) ?? `${owned}${capital(version)}`;
	}
}

function capital(word: string): string {
	return `${word.charAt(0).toUpperCase()}${word.slice(1).replaceAll(/[^A-Za-z0-9]+/g, '')}`;
}

function hooksOfKind(kind: KindDescriptor, types: TypeImports): Code[] {
	const key = code`\treadonly ${literal(hookKey(kind))}?:`;
	const type = types.of(storageType(kind));
	const own = code`${withMetadata}<${type}>`;
	const converted = hookedVersions(kind).map(
		(version) => code`\t\t\treadonly ${literal(converterKey(kind, version))}: ${converter}<${types.of(version.type)}, ${type}>;`,
	);
	const stored = kind.stored === false ? [] : [code`${kindHooks}<${own}${computedColumns(kind)}>`];
	const { computed, observed, connections } = answeredByHooks(kind);
	if (computed.length + observed.length + connections.length + converted.length === 0) return [code`${key} ${stored};`];
	const body = ({ type }: EndpointBody): Printable => (type === undefined ? code`object` : types.of(type));
	const computes = computed.map(({ subresource, takes, gives }) => {
		const parent = subresource === '' ? code`undefined` : own;
		return code`\t\t\treadonly ${literal(subresource)}: ${compute}<${body(takes)}, ${body(gives)}, ${parent}>;`;
	});
	const observes = observed.map(({ subresource, gives }) => code`\t\t\treadonly ${literal(subresource)}: ${observe}<${body(gives)}>;`);
	const connects = connections.map(({ subresource, options }) => {
		const asked = options === undefined ? code`object` : types.of(options);
		return code`\t\t\treadonly ${literal(subresource)}: ${connect}<${asked}, ${own}>;`;
	});
	return [
		code`${key} ${stored.map((type) => code`${type} & `)}{`,
		...(converted.length > 0 ? [code`\t\treadonly convert: {`, ...converted, code`\t\t};`] : []),
		...(computes.length > 0 ? [code`\t\treadonly computes: {`, ...computes, code`\t\t};`] : []),
		...(observes.length > 0 ? [code`\t\treadonly observes: {`, ...observes, code`\t\t};`] : []),
		...(connects.length > 0 ? [code`\t\treadonly connects: {`, ...connects, code`\t\t};`] : []),
		code`\t};`,
	];
}

/** Returns the versions of a kind that only a hook can convert. */
export function hookedVersions({ versions }: KindDescriptor): readonly VersionDescriptor[] {
	return versions.filter(({ conversion }) => conversion === 'hook');
}

/** Returns the endpoints of a kind that only hooks can answer. */
export function answeredByHooks(kind: KindDescriptor): Readonly<Record<'computed' | 'observed' | 'connections', readonly Endpoint[]>> {
	const endpoints = endpointsOf(kind, storageVersion(kind));
	const by = (handler: Endpoint['handler']): readonly Endpoint[] => endpoints.filter((endpoint) => endpoint.handler === handler);
	return { computed: by('computed'), observed: by('observed'), connections: by('connect') };
}

/** Returns the packages of groups that other servers serve. */
function proxiedPackages({ groups }: Model['catalog']): string[] {
	return groups
		.filter(({ proxied }) => proxied)
		.map((group) => group.package)
		.sort();
}

/** Returns a further type argument with the columns that a hook of the kind must compute. */
function computedColumns({ columns }: KindDescriptor): Code {
	const names = columns.flatMap((column) => ('computed' in column ? [code`${literal(column.name)}`] : []));
	return names.length === 0 ? code`` : code`, ${join(names, code` | `)}`;
}

function storageVersion(kind: KindDescriptor) {
	const storage = kind.versions[kind.storageVersion];
	if (storage === undefined) throw new Error(`${kind.kind} has no storage version`);
	return storage;
}

function storageType(kind: KindDescriptor): string {
	return storageVersion(kind).type;
}

/** Returns the key of a kind in emitted code, such as `core/configmaps`. Unlike a storage name, it has no product name. */
export function hookKey(kind: KindDescriptor): string {
	return `${typeParts(storageType(kind)).package}/${kind.plural}`;
}
