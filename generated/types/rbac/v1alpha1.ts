// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';
import type * as rbacV1 from './v1.ts';

/**
 * Permissions for the whole cluster, or for each namespace in which a role binding grants them.
 */
export interface ClusterRole {
	/**
	 * Kind of the object.
	 */
	kind?: "ClusterRole"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Permissions of the role.
	 */
	rules?: PolicyRule[] | null
	/**
	 * Selectors of the roles whose rules this role combines, if any.
	 */
	aggregationRule?: rbacV1.AggregationRule
}

/**
 * Grant of a role in the whole cluster.
 */
export interface ClusterRoleBinding {
	/**
	 * Kind of the object.
	 */
	kind?: "ClusterRoleBinding"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Users, groups and service accounts that get the role.
	 */
	subjects?: Subject[]
	/**
	 * Granted role. Immutable.
	 */
	roleRef: rbacV1.RoleRef
}

/**
 * A list of ClusterRoleBinding objects.
 */
export interface ClusterRoleBindingList {
	kind?: "ClusterRoleBindingList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: ClusterRoleBinding[]
}

/**
 * A list of ClusterRole objects.
 */
export interface ClusterRoleList {
	kind?: "ClusterRoleList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: ClusterRole[]
}

/**
 * Permission for resources, or for URLs that belong to no resource.
 */
export interface PolicyRule {
	/**
	 * Allowed verbs. `*` allows all.
	 */
	verbs: string[]
	/**
	 * API groups of the resources. Empty for the core group; `*` matches all groups.
	 */
	apiGroups?: string[]
	/**
	 * Resources, such as `pods` or `pods/log`. `*` matches all resources.
	 */
	resources?: string[]
	/**
	 * Names of the objects. All objects if empty.
	 */
	resourceNames?: string[]
	/**
	 * URLs that belong to no resource. A trailing `*` matches any suffix.
	 */
	nonResourceURLs?: string[]
}

/**
 * Permissions in a namespace, granted by role bindings.
 */
export interface Role {
	/**
	 * Kind of the object.
	 */
	kind?: "Role"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Permissions of the role.
	 */
	rules?: PolicyRule[] | null
}

/**
 * Grant of a role in a namespace.
 */
export interface RoleBinding {
	/**
	 * Kind of the object.
	 */
	kind?: "RoleBinding"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Users, groups and service accounts that get the role.
	 */
	subjects?: Subject[]
	/**
	 * Granted role. Immutable.
	 */
	roleRef: rbacV1.RoleRef
}

/**
 * A list of RoleBinding objects.
 */
export interface RoleBindingList {
	kind?: "RoleBindingList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: RoleBinding[]
}

/**
 * A list of Role objects.
 */
export interface RoleList {
	kind?: "RoleList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * Objects.
	 */
	items: Role[]
}

/**
 * Holder of a role: a user, a group or a service account.
 */
export interface Subject {
	/**
	 * Kind of the subject: User, Group or ServiceAccount.
	 */
	kind: string
	/**
	 * API group and version of the kind.
	 */
	apiVersion?: string
	/**
	 * Name.
	 */
	name: string
	/**
	 * Namespace of the service account.
	 */
	namespace?: string
}
