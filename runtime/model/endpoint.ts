/**
 * The endpoint table: one row per resource and subresource of a group version, derived from the catalog. Routing, discovery, OpenAPI,
 * authorization, metrics and emitted routes use these rows. `verbs/index.ts` attaches the handlers that they name.
 */
import type { GroupVersionKind, KindDescriptor, OtherSubresource, TypeName, VersionDescriptor } from './catalog.ts';
import { subresourcesIn } from './subresource-fields.ts';
import { type Verb, verbsOfParts } from './verb.ts';

/**
 * | handler | responds with |
 * |---|---|
 * | stored | objects of the store; a subresource writes only what hooks allow |
 * | status | the object; a write changes only its status |
 * | scale | desired and current replicas, at the paths that the kind declares |
 * | computed | a hook's response to the body; nothing is stored |
 * | observed | objects that a hook finds at each request; nothing is stored |
 * | connect | a response that a hook writes: a log stream, a shell, a proxy |
 */
export type EndpointHandler = 'stored' | 'status' | 'scale' | 'computed' | 'observed' | 'connect';

/** Kind of a request or response body. `type` is absent when no spec declares it; documents then have only its name. */
export interface EndpointBody extends GroupVersionKind {
	readonly type?: TypeName;
	/** Further versions of the group in which a body may be sent. */
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
	/** Request body of create and update; discovery lists its kind. */
	readonly takes: EndpointBody;
	/** Kind of a response with one object. */
	readonly gives: EndpointBody;
	/** Type of the query parameters of a connection. */
	readonly options?: TypeName;
	/** Further path segments after the subresource are allowed, and any method. */
	readonly path?: true;
	/** The name in the URL may have a scheme and a port: `https:NAME:8443`. */
	readonly port?: true;
	/** The connection only reads a part of the object (its log), so admission does not review it. */
	readonly reads?: true;
}

/** Body of every `scale` subresource. */
export const scaleBody = { group: 'autoscaling', version: 'v1', kind: 'Scale', type: 'autoscaling/v1.Scale' } as const satisfies EndpointBody;

/** Returns the rows of a kind in one version: the resource first, then subresources by name. */
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

/** Returns the handler of the kind's own resource. Kinds that are not stored are either only created or only read. */
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
