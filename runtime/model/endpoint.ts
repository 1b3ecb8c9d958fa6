/**
 * The endpoint table: one row for each resource and subresource that a group version serves, made from the catalog.
 * Routing, discovery, OpenAPI, authorization, metrics and the emitted routes read these rows; the handlers that a row names
 * are attached where verbs are (`verbs/index.ts`). DESIGN section 7, "Endpoint table".
 */
import type { GroupVersionKind, KindDescriptor, OtherSubresource, TypeName, VersionDescriptor } from './catalog.ts';
import { subresourcesIn } from './subresource-fields.ts';
import { type Verb, verbsOfParts } from './verb.ts';

/**
 * | handler | answers with |
 * |---|---|
 * | stored | objects of the store; of a subresource: the object itself, of which hooks let only a part change |
 * | status | the object; a write changes its status alone |
 * | scale | how many replicas an object wants and has, mapped by the paths of its kind |
 * | computed | what a typed hook makes of what was sent; nothing is stored |
 * | observed | objects that a typed hook finds whenever it is asked; nothing is stored |
 * | connect | whatever a typed hook writes: streams of a log, a shell, a proxy |
 */
export type EndpointHandler = 'stored' | 'status' | 'scale' | 'computed' | 'observed' | 'connect';

/** An object on the wire. `type` is absent when no spec declares it: documents then know its name alone. */
export interface EndpointBody extends GroupVersionKind {
	readonly type?: TypeName;
	/** Other versions of the group that may be sent all the same. */
	readonly also?: readonly string[];
}

export interface Endpoint {
	/** Plural, as in URLs. */
	readonly resource: string;
	/** Empty for the resource itself. */
	readonly subresource: string;
	readonly namespaced: boolean;
	readonly handler: EndpointHandler;
	/** In alphabetical order. */
	readonly verbs: readonly Verb[];
	/** What is sent by create and update, and what discovery names. */
	readonly takes: EndpointBody;
	/** What one object of it is answered with. */
	readonly gives: EndpointBody;
	/** Of connect endpoints: the type of the query's parameters. */
	readonly options?: TypeName;
	/** A path of the hook's own may follow the name of the subresource, and any method may be used. */
	readonly path?: true;
	/** The URL may name a scheme and a port with the object: `https:NAME:8443`. */
	readonly port?: true;
	/** Of connect endpoints: a part of the object that is read (its log). Admission, which is asked of connections, is not asked. */
	readonly reads?: true;
}

/** What `scale` reads and writes, whatever the kind. */
export const scaleBody = { group: 'autoscaling', version: 'v1', kind: 'Scale', type: 'autoscaling/v1.Scale' } as const satisfies EndpointBody;

/** The rows of a kind under one of its versions: the resource first, then its subresources by name. */
export function endpointsOf(kind: KindDescriptor, version: VersionDescriptor): readonly Endpoint[] {
	const own: EndpointBody = { group: version.group, version: version.version, kind: kind.kind, type: version.type };
	const row = { resource: kind.plural, namespaced: kind.scope === 'Namespaced', takes: own, gives: own };
	const main: Endpoint = { ...row, subresource: '', handler: handlerOf(kind), verbs: [...kind.verbs].sort() };
	const { status, scale, other = [] } = subresourcesIn(kind, version);
	const subresources: Endpoint[] = other.map((each) => ({ ...row, ...otherEndpoint(each, own) }));
	if (status !== undefined) subresources.push({ ...row, subresource: 'status', handler: 'status', verbs: verbsOfParts });
	if (scale !== undefined) subresources.push({ ...row, subresource: 'scale', handler: 'scale', verbs: verbsOfParts, takes: scaleBody, gives: scaleBody });
	return [main, ...subresources.sort((a, b) => (a.subresource < b.subresource ? -1 : 1))];
}

/** Of the kind itself. Of what nothing is stored is either sent and answered, or read. */
export function handlerOf({ stored, verbs }: KindDescriptor): EndpointHandler {
	if (stored !== false) return 'stored';
	return verbs.includes('create') ? 'computed' : 'observed';
}

function otherEndpoint(
	other: OtherSubresource,
	own: EndpointBody,
): Pick<Endpoint, 'subresource' | 'handler' | 'verbs' | 'takes' | 'gives' | 'options' | 'path' | 'port' | 'reads'> {
	const { name, verbs, kind, type, gives, connect, also } = other;
	const same = kind === own.kind && (other.group ?? own.group) === own.group;
	const foreign = { group: other.group ?? own.group, version: other.version ?? own.version, kind, ...(type !== undefined && { type }) };
	const takes = same ? own : foreign;
	const sent = also === undefined ? takes : { ...takes, also: also.map(({ version }) => version) };
	const row = { subresource: name, verbs: [...verbs].sort(), takes: sent, gives: gives ?? takes };
	if (connect !== undefined)
		return {
			...row,
			handler: 'connect',
			options: connect.options,
			...(connect.path && { path: true }),
			...(connect.port && { port: true }),
			...(same && { reads: true }),
		};
	return { ...row, handler: same ? 'stored' : 'computed' };
}
