/** Description of a kind in a version as plain data, so that a program that imports one kind bundles one kind. */

export interface Definition {
	/** API group. Empty for the core group. */
	readonly group: string;
	readonly version: string;
	readonly kind: string;
	/** Plural name, as in URLs. */
	readonly resource: string;
	readonly namespaced: boolean;
	readonly parts?: Readonly<Record<string, PartDefinition>>;
}

export interface PartDefinition {
	/** Path segment, as in URLs. */
	readonly path: string;
	/** Type of the object to send. Absent for a connection. */
	readonly takes?: { readonly apiVersion: string; readonly kind: string };
}

declare const clientType: unique symbol;
declare const everywhereType: unique symbol;

/** Cluster-scoped kind, with the type of its client. */
export interface ClusterResource<Client> extends Definition {
	readonly namespaced: false;
	readonly [clientType]?: Client;
}

/** Namespaced kind, with the types of its clients: for one namespace, and for all namespaces. */
export interface NamespacedResource<Client, Everywhere> extends Definition {
	readonly namespaced: true;
	readonly [clientType]?: Client;
	readonly [everywhereType]?: Everywhere;
}

export function apiVersionOf({ group, version }: Definition): string {
	return group === '' ? version : `${group}/${version}`;
}

/** Returns the path of a collection, an object or a subresource. Names are encoded, so that no name leads to another path. */
export function pathOf({ group, version, resource }: Definition, namespace: string | undefined, name?: string, part?: string): string {
	const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
	const within = namespace === undefined ? '' : `/namespaces/${segment(namespace, 'namespace')}`;
	const one = name === undefined ? '' : `/${segment(name, 'name')}`;
	return `${root}${within}/${resource}${one}${part === undefined ? '' : `/${part}`}`;
}

/** Encodes a path segment. Refuses an empty name, which would select the collection, and dots, which would lead to another path. */
function segment(text: string, what: string): string {
	if (text === '' || text === '.' || text === '..') throw new TypeError(`${JSON.stringify(text)} is no ${what}`);
	return encodeURIComponent(text);
}
