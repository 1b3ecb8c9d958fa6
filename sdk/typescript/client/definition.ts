/** What a package says of each kind in each version, as plain data, so that who imports one kind takes one kind along. */

export interface Definition {
	/** Empty for the core group. */
	readonly group: string;
	readonly version: string;
	readonly kind: string;
	/** Plural, as in URLs. */
	readonly resource: string;
	readonly namespaced: boolean;
	readonly parts?: Readonly<Record<string, PartDefinition>>;
}

/** A subresource. */
export interface PartDefinition {
	/** As in URLs. */
	readonly path: string;
	/** The object that is sent to it; absent: it is a connection. */
	readonly takes?: { readonly apiVersion: string; readonly kind: string };
}

declare const clientType: unique symbol;
declare const everywhereType: unique symbol;

/** A kind of the whole cluster, with the type of its client. */
export interface ClusterResource<Client> extends Definition {
	readonly namespaced: false;
	readonly [clientType]?: Client;
}

/** A kind whose objects lie in namespaces, with the types of its clients: of one namespace, and of all. */
export interface NamespacedResource<Client, Everywhere> extends Definition {
	readonly namespaced: true;
	readonly [clientType]?: Client;
	readonly [everywhereType]?: Everywhere;
}

export function apiVersionOf({ group, version }: Definition): string {
	return group === '' ? version : `${group}/${version}`;
}

/** Path of a collection, or of one object, or of a part of it. Names are encoded: no name leads elsewhere. */
export function pathOf({ group, version, resource }: Definition, namespace: string | undefined, name?: string, part?: string): string {
	const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
	const within = namespace === undefined ? '' : `/namespaces/${segment(namespace, 'namespace')}`;
	const one = name === undefined ? '' : `/${segment(name, 'name')}`;
	return `${root}${within}/${resource}${one}${part === undefined ? '' : `/${part}`}`;
}

/** An empty name would ask for the collection, and dots for another path. */
function segment(text: string, what: string): string {
	if (text === '' || text === '.' || text === '..') throw new TypeError(`${JSON.stringify(text)} is no ${what}`);
	return encodeURIComponent(text);
}
