/** Kinds of a module: their definitions as data, and the types of their clients. */
import { apiVersionOf } from '../../../runtime/model/api-version.ts';
import type { TypeName } from '../../../runtime/model/catalog.ts';
import type { Endpoint, EndpointBody } from '../../../runtime/model/endpoint.ts';
import { selectorNames } from '../../../runtime/model/selector-names.ts';
import type { Verb } from '../../../runtime/model/verb.ts';
import { packageIdentifier, typeParts } from '../../print/derived-names.ts';
import { inDefaultWords } from '../typescript/type-modules.ts';
import { moduleIdentifier, type SurfaceKind } from './surface.ts';
import { comment, own, type TypesContext } from './types.ts';

/** Prints the value that programs import. */
export function printDefinition({ kind, version, endpoints }: SurfaceKind): string {
	const parts = Object.fromEntries(
		endpoints.slice(1).map((endpoint) => {
			const { subresource, takes, handler } = endpoint;
			const sent = handler === 'connect' ? {} : { takes: { apiVersion: apiVersionOf(takes), kind: takes.kind } };
			return [partName(subresource), { path: subresource, ...sent }];
		}),
	);
	const definition = {
		group: version.group,
		version: version.version,
		kind: kind.kind,
		resource: kind.plural,
		namespaced: kind.scope === 'Namespaced',
		...(endpoints.length > 1 && { parts }),
	};
	return `export const ${kind.kind} = ${JSON.stringify(definition)};`;
}

/** Prints the types of that value and of the clients that it creates. */
export function printClientTypes(served: SurfaceKind, context: TypesContext): string {
	const { kind, version, endpoints } = served;
	const taken = new Set(context.module.types.map(({ name }) => typeParts(name).name));
	const client = free(`${kind.kind}Client`, taken);
	const everywhere = free(`${kind.kind}Everywhere`, taken);
	const shared = nameOf(version.type, context);
	// A version that shares its fields with another one has a type of its own, which states its apiVersion.
	const isShared = shared !== kind.kind;
	const type = kind.kind;
	const fields = kind.selectableFields.length === 0 ? '' : `, ${free(`${kind.kind}Fields`, taken)}`;
	const doc = inDefaultWords(context.model.kindDocs[kind.storageName]?.description ?? '', context.model).trim();
	const namespaced = kind.scope === 'Namespaced';
	const strategic = context.surface.catalog.groups.find(({ group }) => group === version.group)?.custom !== true;
	const [main, ...parts] = endpoints as [Endpoint, ...Endpoint[]];
	const verbs = kind.stored === false ? askedVerbs(main, type, fields) : verbTypes(main.verbs, type, fields, strategic);
	const lines = parts.map((part) => partMember(part, { strategic, context, itself: { name: version.type, type } }));
	const declared = [
		interfaceText(client, `${kind.kind} objects${namespaced ? ' of one namespace' : ''}.`, verbs, lines),
		...(namespaced
			? [
					interfaceText(
						everywhere,
						`${kind.kind} objects of all namespaces.`,
						verbs.filter((verb) => /^sdk\.(ListAll|Watch)</.test(verb)),
						[],
					),
				]
			: []),
		`${comment(doc)}export declare const ${kind.kind}: ${own}.${namespaced ? `NamespacedResource<${client}, ${everywhere}>` : `ClusterResource<${client}>`};`,
	];
	if (fields !== '') {
		const names = selectorNames(kind)
			.map((field) => JSON.stringify(field))
			.join(' | ');
		declared.unshift(`/** Fields in field selectors of ${kind.kind} objects. */\nexport type ${fields.slice(2)} = ${names};`);
	}
	if (isShared) declared.unshift(`export type ${type} = ${own}.InVersion<${shared}, ${JSON.stringify(apiVersionOf(version))}>;`);
	return declared.join('\n\n');
}

function interfaceText(name: string, doc: string, verbs: readonly string[], members: readonly string[]): string {
	const bases = verbs.length === 0 ? '' : ` extends ${verbs.join(', ')}`;
	return `/** ${doc} */\nexport interface ${name}${bases} {${members.length === 0 ? '' : `\n${members.join('\n')}\n`}}`;
}

/** Returns the client types of a stored kind, one per verb, with reading verbs first. */
function verbTypes(verbs: readonly Verb[], type: string, fields: string, strategic: boolean): string[] {
	const rows: readonly (readonly [Verb, string])[] = [
		['get', `Get<${type}>`],
		['list', `ListAll<${type}${fields}>`],
		['watch', `Watch<${type}${fields}>`],
		...(verbs.includes('watch') && verbs.includes('list') ? [['get', `WaitFor<${type}>`] as const] : []),
		['create', `Create<${type}>`],
		['update', `Update<${type}>`],
		['patch', `Patch<${type}>`],
		...(strategic ? [['patch', `PatchStrategic<${type}>`] as const] : []),
		['delete', `Delete<${type}>`],
		['deletecollection', `DeleteCollection<${type}${fields}>`],
	];
	return rows.filter(([verb]) => verbs.includes(verb)).map(([, text]) => `${own}.${text}`);
}

/** Returns the client types of a kind that is not stored: its objects are sent for an answer, or can only be read. */
function askedVerbs({ verbs, gives }: Endpoint, type: string, fields: string): string[] {
	if (!verbs.includes('create')) return verbTypes(verbs, type, fields, false);
	return [`${own}.Create<${type}, ${type}${gives.type === undefined ? ` | ${own}.Status` : ''}>`];
}

/** Context of a subresource. Its body may be the kind itself, under the kind's name in this module. */
interface PartContext {
	readonly strategic: boolean;
	readonly context: TypesContext;
	readonly itself: { readonly name: TypeName; readonly type: string };
}

function partMember(part: Endpoint, partContext: PartContext): string {
	const name = partName(part.subresource);
	return `\t/** Its subresource \`${part.subresource}\`. */\n\treadonly ${name}: ${partType(part, partContext)};`;
}

function partType({ handler, verbs, takes, gives, options }: Endpoint, { strategic, context, itself }: PartContext): string {
	if (handler === 'connect') {
		const query = options === undefined ? '{}' : `Omit<${nameOf(options, context)}, 'apiVersion' | 'kind'>`;
		return `${own}.Connect<${query}>`;
	}
	const type = takes.type === itself.name ? itself.type : bodyType(takes, context);
	if (handler === 'computed') return `${own}.CreatePart<${type}, ${answered(gives, context)}>`;
	return verbTypes(verbs, type, '', strategic && handler !== 'scale').join(' & ');
}

/** Returns the type of an answer. A kind without a status field is answered with a Status. */
function answered(gives: EndpointBody, context: TypesContext): string {
	const type = bodyType(gives, context);
	const hasStatus = gives.type !== undefined && context.surface.catalog.type(gives.type).fields.some(({ name }) => name === 'status');
	return hasStatus ? type : `${type} | ${own}.Status`;
}

function bodyType({ type }: EndpointBody, context: TypesContext): string {
	return type === undefined ? `${own}.ApiObject` : nameOf(type, context);
}

function nameOf(type: TypeName, { module, imports }: TypesContext): string {
	const parts = typeParts(type);
	if (parts.package === module.package && parts.version === module.version) return parts.name;
	imports.add(type);
	return `${moduleIdentifier(type)}.${parts.name}`;
}

/** Member names that clients use otherwise, so that no subresource can have them. */
const members: ReadonlySet<string> = new Set([
	...['get', 'find', 'list', 'chunks', 'create', 'update', 'edit', 'patch', 'patchJson', 'patchStrategic', 'apply', 'delete', 'deleteCollection'],
	...['watch', 'informer', 'waitFor', 'waitUntilGone', 'in', 'shared', 'place', 'path', 'write', 'remove', 'complete', 'named', 'constructor'],
]);

/** Returns the client property of a subresource. */
function partName(subresource: string): string {
	const name = packageIdentifier(subresource);
	return members.has(name) ? `${name}Part` : name;
}

function free(name: string, taken: ReadonlySet<string>): string {
	return taken.has(name) ? free(`${name}_`, taken) : name;
}
