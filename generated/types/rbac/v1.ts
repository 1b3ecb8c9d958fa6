// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';

/**
 * Where a role takes its rules from: other roles, by their labels.
 */
export interface AggregationRule {
	/**
	 * Labels of the roles: those that fit any of these give their rules.
	 */
	clusterRoleSelectors?: metaV1.LabelSelector[]
}

/**
 * What may be done in a cluster, or in the namespaces in which a binding gives it to somebody.
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
	 * What it allows.
	 */
	rules?: PolicyRule[] | null
	/**
	 * Roles that it takes its rules from. Whoever keeps them together writes the rules then.
	 */
	aggregationRule?: AggregationRule
}

/**
 * Gives a role to some, in the whole cluster.
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
	 * Who has it.
	 */
	subjects?: Subject[]
	/**
	 * The role. It cannot be changed.
	 */
	roleRef: RoleRef
}

/**
 * A list of ClusterRoleBinding objects.
 */
export interface ClusterRoleBindingList {
	kind?: "ClusterRoleBindingList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
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
	 * The objects.
	 */
	items: ClusterRole[]
}

/**
 * Verbs that are allowed: on resources, or on URLs that are none of a resource.
 */
export interface PolicyRule {
	/**
	 * What may be done; `*` stands for everything.
	 */
	verbs: string[]
	/**
	 * API groups of the resources; an empty text is that of the core, `*` stands for all.
	 */
	apiGroups?: string[]
	/**
	 * What it may be done to, such as `pods` or `pods/log`; `*` stands for everything.
	 */
	resources?: string[]
	/**
	 * Names of the objects; any when empty.
	 */
	resourceNames?: string[]
	/**
	 * Paths that belong to no resource, such as `/healthz`; they may end with a `*`. For clusters as a whole alone.
	 */
	nonResourceURLs?: string[]
}

/**
 * What may be done in a namespace, for bindings to give it to somebody.
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
	 * What it allows.
	 */
	rules?: PolicyRule[] | null
}

/**
 * Gives a role to some, in a namespace.
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
	 * Who has it.
	 */
	subjects?: Subject[]
	/**
	 * The role. It cannot be changed.
	 */
	roleRef: RoleRef
}

/**
 * A list of RoleBinding objects.
 */
export interface RoleBindingList {
	kind?: "RoleBindingList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
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
	 * The objects.
	 */
	items: Role[]
}

/**
 * The role that is given.
 */
export interface RoleRef {
	/**
	 * API group of the role.
	 */
	apiGroup: string
	/**
	 * ClusterRole, or Role.
	 */
	kind: string
	/**
	 * Name of the role.
	 */
	name: string
}

/**
 * Who has a role: a user, a group, or a service account.
 */
export interface Subject {
	/**
	 * What it is: User, Group or ServiceAccount.
	 */
	kind: string
	/**
	 * API group of the kind: empty for service accounts, that of roles for users and groups.
	 */
	apiGroup?: string
	/**
	 * Its name.
	 */
	name: string
	/**
	 * Where the service account is.
	 */
	namespace?: string
}
