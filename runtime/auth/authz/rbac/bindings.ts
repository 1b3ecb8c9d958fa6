/** Index of bindings by subject. A decision visits only the bindings of the user, however many others exist. */
import type { ClusterRoleBinding, RoleRef, Subject } from '../../../../generated/types/rbac/v1.ts';
import type { Attributes, Decision } from '../../../api/authorization.ts';
import type { User } from '../../../api/request.ts';
import type { Grant } from './grant.ts';
import { GrantIndex } from './grant-index.ts';
import type { RoleRules } from './roles.ts';

/** Grants of one subject. A change to the grants discards the index. */
interface Grantee {
	readonly grants: readonly Grant[];
	index?: GrantIndex;
}

type Grants = Map<string, Grantee>;

/** Number of grants up to which a scan is faster than the index. */
const fewGrants = 32;

/** Bindings of the cluster or of one namespace. */
interface Scope {
	readonly users: Grants;
	readonly groups: Grants;
}

interface IndexedGrant {
	readonly grants: Grants;
	readonly who: string;
	readonly grant: Grant;
}

export type Binding = Pick<ClusterRoleBinding, 'roleRef' | 'subjects'>;

export class BindingIndex {
	readonly #scopes = new Map<string, Scope>();
	readonly #placed = new Map<string, readonly IndexedGrant[]>();

	/** Adds a binding or replaces the one with its name. An empty `namespace` means a ClusterRoleBinding. */
	set(namespace: string, name: string, binding: Binding): void {
		this.delete(namespace, name);
		const scope = this.#scopes.get(namespace) ?? { users: new Map(), groups: new Map() };
		this.#scopes.set(namespace, scope);
		const placed = (binding.subjects ?? []).flatMap((subject) => {
			const grant = { role: binding.roleRef, namespace, decision: decisionOf(namespace, name, binding.roleRef, subject) };
			const place = placeOf(scope, namespace, subject, grant);
			return place === undefined ? [] : [place];
		});
		for (const { grants, who, grant } of placed) {
			const of = grants.get(who);
			if (of === undefined) grants.set(who, { grants: [grant] });
			else {
				(of.grants as Grant[]).push(grant);
				delete of.index;
			}
		}
		this.#placed.set(keyOf(namespace, name), placed);
	}

	delete(namespace: string, name: string): void {
		const key = keyOf(namespace, name);
		for (const { grants, who, grant } of this.#placed.get(key) ?? []) {
			const left = (grants.get(who)?.grants ?? []).filter((each) => each !== grant);
			if (left.length === 0) grants.delete(who);
			else grants.set(who, { grants: left });
		}
		this.#placed.delete(key);
		const scope = this.#scopes.get(namespace);
		if (scope !== undefined && scope.users.size === 0 && scope.groups.size === 0) this.#scopes.delete(namespace);
	}

	/** Deletes bindings that no longer exist, whose deletion events were missed. */
	keepOnly(isThere: (namespace: string, name: string) => boolean): void {
		for (const key of [...this.#placed.keys()]) {
			const [namespace = '', name = ''] = key.split('/');
			if (!isThere(namespace, name)) this.delete(namespace, name);
		}
	}

	/** Returns a grant of the user in this scope whose role allows the request. An empty `namespace` means the ClusterRoleBindings. */
	allowing(asked: Attributes, namespace: string, roles: RoleRules): Grant | undefined {
		const scope = this.#scopes.get(namespace);
		if (scope === undefined) return undefined;
		const { user } = asked;
		const own = allowingIn(scope.users.get(user.name), asked, roles);
		if (own !== undefined) return own;
		for (const group of user.groups) {
			const found = allowingIn(scope.groups.get(group), asked, roles);
			if (found !== undefined) return found;
		}
		return undefined;
	}

	/** Returns the first grant of the user in this scope that the predicate accepts. An empty `namespace` means the ClusterRoleBindings. */
	find<T>(user: User, namespace: string, asked: T, allows: (grant: Grant, asked: T) => boolean): Grant | undefined {
		const scope = this.#scopes.get(namespace);
		if (scope === undefined) return undefined;
		const own = first(scope.users.get(user.name), asked, allows);
		if (own !== undefined) return own;
		for (const group of user.groups) {
			const found = first(scope.groups.get(group), asked, allows);
			if (found !== undefined) return found;
		}
		return undefined;
	}
}

function allowingIn(of: Grantee | undefined, { info, path }: Attributes, roles: RoleRules): Grant | undefined {
	if (of === undefined) return undefined;
	if (of.grants.length > fewGrants) {
		if (of.index?.generation !== roles.generation) of.index = new GrantIndex(of.grants, roles);
		return of.index.find(info, path);
	}
	for (const grant of of.grants) {
		const rules = roles.of(grant.role, grant.namespace);
		if (rules !== undefined) for (const rule of rules) if (info.isResource ? rule.covers(info) : rule.coversPath(info.verb, path)) return grant;
	}
	return undefined;
}

function first<T>(of: Grantee | undefined, asked: T, allows: (grant: Grant, asked: T) => boolean): Grant | undefined {
	if (of !== undefined) for (const grant of of.grants) if (allows(grant, asked)) return grant;
	return undefined;
}

/**
 * Returns the index entry of a subject. A service account is indexed by its user name. Its namespace defaults to the binding's; in a
 * ClusterRoleBinding an account without a namespace is ignored.
 */
function placeOf({ users, groups }: Scope, namespace: string, subject: Subject, grant: Grant): IndexedGrant | undefined {
	switch (subject.kind) {
		case 'User':
			return { grants: users, who: subject.name, grant };
		case 'Group':
			return { grants: groups, who: subject.name, grant };
		case 'ServiceAccount': {
			const of = homeOf(subject, namespace);
			return of === '' ? undefined : { grants: users, who: `system:serviceaccount:${of}:${subject.name}`, grant };
		}
		default:
			return undefined;
	}
}

function homeOf({ namespace = '' }: Subject, ofBinding: string): string {
	return namespace === '' ? ofBinding : namespace;
}

/** Builds the decision with its reason in Kubernetes wording. */
function decisionOf(namespace: string, name: string, role: RoleRef, subject: Subject): Decision {
	const binding = namespace === '' ? `ClusterRoleBinding ${JSON.stringify(name)}` : `RoleBinding ${JSON.stringify(`${name}/${namespace}`)}`;
	const who = subject.kind === 'ServiceAccount' ? `${subject.name}/${homeOf(subject, namespace)}` : subject.name;
	const reason = `RBAC: allowed by ${binding} of ${role.kind} ${JSON.stringify(role.name)} to ${subject.kind} ${JSON.stringify(who)}`;
	return Object.freeze({ verdict: 'allow', reason });
}

/** Returns a key, which is unique because names and namespaces contain no slash. */
function keyOf(namespace: string, name: string): string {
	return `${namespace}/${name}`;
}
