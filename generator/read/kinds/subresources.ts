/** Reads and checks the `subresources` of a kind: the types of their bodies, and the fields that status and scale need. */
import type { GroupVersionKind, OtherSubresource, SentVersion, Subresources, TypeName } from '../../../runtime/model/catalog.ts';
import { type Verb, verbsOfHooks, verbsOfParts } from '../../../runtime/model/verb.ts';
import { type ReadContext, type SchemaLocation, typeName } from '../context.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import type { Package } from '../packages.ts';
import { checkGate, checkLife, checkRelease } from '../releases.ts';
import { at, flagAt, keyNode, listAt, type MapNode, mapAt, plain, type SpecNode, text, textAt, textsAt } from '../source/node.ts';
import { checkPath } from '../types/field-path.ts';

/** Reads the subresources. `location`: location of the kind's storage type. `kind`: name of the kind. */
export function readSubresources(node: MapNode, kind: string, location: SchemaLocation, context: ReadContext): Subresources {
	const given = mapAt(node, 'subresources');
	const scale = mapAt(given, 'scale');
	const status = given?.entries.get('status');
	const type = typeName(location);
	if (status !== undefined) context.later.push(() => checkHasStatus(status.key, type, context));
	if (scale !== undefined) for (const [key, { value }] of scale.entries) context.later.push(() => checkScalePath(key, value, type, context));
	const other = listAt(given, 'other').flatMap((one) => (one.kind === 'map' ? [readOther(one, kind, location, context)] : []));
	checkNames(listAt(given, 'other'), given, context);
	return {
		...(status === undefined ? {} : { status: readStatus(status.value, node, context) }),
		...(scale === undefined ? {} : { scale: plain(scale) as unknown as NonNullable<Subresources['scale']> }),
		...(other.length === 0 ? {} : { other }),
	};
}

function readStatus(node: SpecNode, kind: MapNode, context: ReadContext): NonNullable<Subresources['status']> {
	if (node.kind !== 'map') return {};
	const { introduced, removed } = checkLife(node, context.calendars, context.report);
	const versions = listAt(kind, 'versions').flatMap((version) => textAt(version, 'name') ?? []);
	for (const one of listAt(node, 'notIn')) {
		const name = text(one) ?? '';
		if (!versions.includes(name)) context.report(one, `${JSON.stringify(name)} is no version of this kind${suggestion(name, versions)}`);
	}
	return {
		...(introduced !== undefined && { introduced }),
		...(removed !== undefined && { removed }),
		...(flagAt(node, 'onCreate') === true && { onCreate: true as const }),
		...(at(node, 'notIn') !== undefined && { notIn: textsAt(node, 'notIn') }),
	};
}

function readOther(node: MapNode, ownKind: string, location: SchemaLocation, context: ReadContext): OtherSubresource {
	const kind = textAt(node, 'kind') ?? '';
	const foreign = kind !== ownKind || (textAt(node, 'group') ?? location.package.group) !== location.package.group;
	const connect = mapAt(node, 'connect');
	const gives = mapAt(node, 'gives');
	const gate = checkGate(at(node, 'gate'), context.calendars, context.report);
	const also = listAt(node, 'also');
	if (also.length > 0 && !(foreign && connect === undefined))
		context.report(keyNode(node, 'also'), '"also" is for subresources that accept another kind: remove it');
	for (const each of also) checkRelease(at(each, 'before'), context.calendars, context.report);
	// A connection has no body. `kind` names its options, which the hook reads from the query, or the object itself.
	const type = foreign ? bodyType(node, location, context) : undefined;
	if (connect === undefined) checkVerbs(node, foreign, context);
	if (!foreign && at(node, 'version') !== undefined)
		context.report(keyNode(node, 'version'), `a subresource of the kind itself uses the version of the URL: remove "version"`);
	for (const field of listAt(node, 'writes')) context.later.push(() => checkWrites(field, typeName(location), context));
	return {
		name: textAt(node, 'name') ?? '',
		verbs: textsAt(node, 'verbs') as Verb[],
		// Group and version are those of the type, whatever group and version of the kind the URL names.
		...(foreign && groupVersionAt(node, location)),
		kind,
		...(type !== undefined && { type }),
		...(gives !== undefined && { gives: givenBody(gives, location, context) }),
		...(connect !== undefined && { connect: connection(connect, node, location, context) }),
		...(at(node, 'writes') !== undefined && { writes: textsAt(node, 'writes') }),
		...checkLife(node, context.calendars, context.report),
		...(gate !== undefined && { gate }),
		...(also.length > 0 && { also: also.map((each) => plain(each) as unknown as SentVersion) }),
	};
}

/**
 * Returns the schemas of subresource bodies in `types/`. Each body is an object of its own, so it gets kind, apiVersion and, unless it
 * declares it, metadata. `location`: location of the kind's storage type.
 */
export function bodySchemas(node: MapNode, { package: owner, version }: Omit<SchemaLocation, 'name'>, packages: ReadonlyMap<string, Package>): MapNode[] {
	const others = listAt(mapAt(node, 'subresources'), 'other').filter((one) => one.kind === 'map' && mapAt(one, 'connect') === undefined);
	return others
		.flatMap((one) => [one, at(one, 'gives')])
		.flatMap((body) => {
			const group = textAt(body, 'group') ?? owner.group;
			const declaring = [...packages.values()].find((each) => each.group === group);
			const schema = declaring?.declarations.get(textAt(body, 'version') ?? version)?.get(textAt(body, 'kind') ?? '')?.schema;
			return schema === undefined || at(at(schema, 'properties'), 'metadata') !== undefined ? [] : [schema];
		});
}

/** Body that all groups return when the answer is no object. */
const statusBody = { group: '', version: 'v1', kind: 'Status', type: 'meta/v1.Status' } as const;

function givenBody(node: MapNode, location: SchemaLocation, context: ReadContext): GroupVersionKind & { readonly type?: TypeName } {
	const kind = textAt(node, 'kind') ?? '';
	if (kind === 'Status' && textAt(node, 'group') === undefined) return statusBody;
	const type = bodyType(node, location, context);
	const { group, version } = groupVersionAt(node, location);
	return { group, version, kind, ...(type !== undefined && { type }) };
}

function connection(node: MapNode, subresource: MapNode, location: SchemaLocation, context: ReadContext): NonNullable<OtherSubresource['connect']> {
	for (const verb of listAt(subresource, 'verbs')) {
		if (!isOneOf(verbsOfHooks, verb))
			context.report(verb, `${text(verb)} opens no connection: use ${verbsOfHooks.slice(0, -1).join(', ')} or ${verbsOfHooks.at(-1)}`);
	}
	// Missing options have been reported by the shape check.
	const options = at(node, 'options') === undefined ? '' : (bodyType(node, location, context, 'options') ?? '');
	return { options, ...(flagAt(node, 'path') === true && { path: true as const }), ...(flagAt(node, 'port') === true && { port: true as const }) };
}

function isOneOf(verbs: readonly string[], node: SpecNode): boolean {
	return verbs.includes(text(node) ?? '');
}

function groupVersionAt(node: MapNode, { package: owner, version }: SchemaLocation): { readonly group: string; readonly version: string } {
	return { group: textAt(node, 'group') ?? owner.group, version: textAt(node, 'version') ?? version };
}

/** Returns the declared type with the group, version and kind of a body. Reports a missing one. */
function bodyType(node: MapNode, location: SchemaLocation, context: ReadContext, key: 'kind' | 'options' = 'kind'): TypeName | undefined {
	const name = textAt(node, key) ?? '';
	const { group, version } = groupVersionAt(node, location);
	const owner = [...context.packages.values()].find((one) => one.group === group);
	const at_ = at(node, key) ?? node;
	if (owner === undefined) {
		context.report(at(node, 'group') ?? node, `no folder declares the group ${JSON.stringify(group)}${suggestion(group, groupsOf(context.packages))}`);
		return undefined;
	}
	const type = typeName({ package: owner, version, name });
	const known = [...(owner.declarations.get(version)?.keys() ?? [])];
	if (owner.incomplete || known.includes(name)) return type;
	const elsewhere = owner.versions.filter((other) => other !== version && owner.declarations.get(other)?.has(name));
	const unknown = `unknown type ${JSON.stringify(name)} of ${owner.name}/${version}`;
	if (elsewhere.length > 0) {
		const why = textAt(node, 'version') === undefined ? `, the storage version, which is the default` : '';
		context.report(at_, `${unknown}${why}: say version: ${elsewhere.join(' or ')} beside it, or declare it in types/ of ${version} as well`);
		return undefined;
	}
	context.report(at_, `${unknown}${suggestion(name, known)}: the input, output and options of a subresource must be a kind, or a type in types/`);
	return undefined;
}

function groupsOf(packages: ReadonlyMap<string, Package>): string[] {
	return [...packages.values()].map(({ group }) => group);
}

/** Checks the field that only the subresource writes. All other writes preserve it as a whole, so it must be a top-level field. */
function checkWrites(node: SpecNode, type: TypeName, context: ReadContext): void {
	const path = text(node) ?? '';
	if (path.includes('.'))
		context.report(
			node,
			`a subresource writes whole fields of the object, not a part of a field: use ${JSON.stringify(path.slice(0, path.indexOf('.')))}, or put ${JSON.stringify(path)} into a separate field`,
		);
	else checkPath(node, type, 'the field', context);
}

/**
 * Checks the verbs of a subresource. If its body is not the kind itself, a hook answers a POST. Otherwise it is read and written like the
 * object.
 */
function checkVerbs(node: MapNode, foreign: boolean, { report }: ReadContext): void {
	const allowed: readonly Verb[] = foreign ? ['create'] : verbsOfParts;
	for (const verb of listAt(node, 'verbs')) {
		if (isOneOf(allowed, verb)) continue;
		const why = foreign ? 'a subresource with a type of its own is answered by a hook' : 'a subresource of the kind itself writes the object';
		report(verb, `${why}: its verbs are ${allowed.join(', ')} (or it needs "connect")`);
	}
}

function checkNames(others: readonly SpecNode[], given: MapNode | undefined, { report }: ReadContext): void {
	const taken = new Set<string>([...(given?.entries.keys() ?? [])].filter((name) => name !== 'other'));
	for (const each of others) {
		const name = textAt(each, 'name');
		if (name === undefined) continue;
		if (taken.has(name)) report(at(each, 'name') ?? each, `the subresource ${JSON.stringify(name)} is declared twice`);
		taken.add(name);
	}
}

function checkScalePath(key: string, node: SpecNode, type: string, context: ReadContext): void {
	const schema = checkPath(node, type, `the ${key} path`, context);
	if (schema === undefined || schema.kind === 'any') return;
	const isSelector = key === 'selector';
	// The selector of a built-in kind is an object, or labels.
	const fits = isSelector
		? schema.kind === 'string' ||
			(schema.kind === 'struct' && schema.type === 'meta/v1.LabelSelector') ||
			(schema.kind === 'map' && schema.values.kind === 'string')
		: schema.kind === 'int32' || schema.kind === 'int64';
	if (!fits) context.report(node, `the ${key} path ${JSON.stringify(text(node))} must lead to ${isSelector ? 'text' : 'an integer'}, not ${schema.kind}`);
}

function checkHasStatus(key: SpecNode, type: string, context: ReadContext): void {
	const fields = context.types.get(type)?.descriptor.fields.map((field) => field.name) ?? ['status'];
	if (!fields.includes('status')) context.report(key, 'a status subresource needs a "status" among the properties');
}

/** Keywords that only kinds with stored objects may have. */
const ofStored = ['subresources', 'selectableFields', 'columns', 'delete', 'update', 'generation', 'generationIntroduced', 'storageName'];

/** Checks a kind without stored objects. Its objects are created or read, and a hook answers. */
export function checkNotStored(node: MapNode, { report }: ReadContext): void {
	const verbs = at(node, 'verbs');
	const given = textsAt(node, 'verbs');
	const isRead = given.length > 0 && given.every((verb) => verb === 'get' || verb === 'list');
	if (!isRead && (given.length === 0 || given.some((verb) => verb !== 'create')))
		report(verbs ?? at(node, 'stored') ?? node, 'a kind that is not stored can only be created or read: use verbs: [create] or verbs: [get, list]');
	for (const word of isRead ? ofStored.filter((each) => each !== 'columns') : ofStored) {
		const entry = node.entries.get(word);
		if (entry !== undefined) report(entry.key, `${JSON.stringify(word)} has no effect on a kind that is not stored`);
	}
}
