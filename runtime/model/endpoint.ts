/**
 * The endpoint table: one row for each resource and subresource of a group version, made from the catalog. Routing, discovery, OpenAPI,
 * authorization, metrics and the emitted routes read these rows. `verbs/index.ts` attaches the handlers that rows name. DESIGN section 7,
 * "Endpoint table".
 */
import type { GroupVersionKind, KindDescriptor, OtherSubresource, TypeName, VersionDescriptor } from './catalog.ts';
import { subresourcesIn } from './subresource-fields.ts';
import { type Verb, verbsOfParts } from './verb.ts';

/**
 * | handler | answers with |
 * |---|---|
 * | stored | objects of the store; for a subresource, the object itself, of which hooks allow only a part to change |
 * | status | the object; a write changes only its status |
 * | scale | wanted and present replicas, mapped by the paths of the kind |
 * | computed | a typed hook's answer to the body; nothing is stored |
 * | observed | objects that a typed hook finds on each request; nothing is stored |
 * | connect | a response that a typed hook writes: a log stream, a shell, a proxy |
 */
export type EndpointHandler = 'stored' | 'status' | 'scale' | 'computed' | 'observed' | 'connect';

/** An object on the wire. `type` is absent when no spec declares it; documents then show only its name. */
export interface EndpointBody extends GroupVersionKind {
	readonly type?: TypeName;
	/** Further versions of the group that a body may have. */
	readonly also?: readonly string[];
}

export interface Endpoint {
	/** Plural name, as in URLs. */
	readonly resource: string;
	/** Empty for the resource itself. */
	readonly subresource: string;
	readonly namespaced: boolean;
	readonly handler: EndpointHandler;
	/** Verbs in alphabetical order. */
	readonly verbs: readonly Verb[];
	/** Body of create and update, and the kind that discovery names. */
	readonly takes: EndpointBody;
	/** Kind of an answer with one object. */
	readonly gives: EndpointBody;
	/** Type of the query parameters of a connect endpoint. */
	readonly options?: TypeName;
	/** A path may follow the subresource's name, for the hook to interpret, and any method is allowed. */
	readonly path?: true;
	/** The URL may name a scheme and a port with the object: `https:NAME:8443`. */
	readonly port?: true;
	/** The connect endpoint reads a part of the object (its log). Admission, which reviews connections, does not review it. */
	readonly reads?: true;
}

/** Body of every `scale` subresource, whatever the kind. */
export const scaleBody = { group: 'autoscaling', version: 'v1', kind: 'Scale', type: 'autoscaling/v1.Scale' } as const satisfies EndpointBody;

/** Returns the rows of a kind in one of its versions: the resource first, then its subresources by name. */
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

/** Handler of the kind's own resource. A kind without stored objects is either created and answered, or only read. */
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
