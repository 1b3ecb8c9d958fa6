// Generated from the specs. Edit those: this file is overwritten.
import type * as metaV1 from '../meta/v1.ts';
import type * as rbacV1 from './v1.ts';

/**
 * Gives a role to some, in the whole cluster.
 */
export interface ClusterRoleBinding {
	/**
	 * What kind of object this is.
	 */
	kind?: "ClusterRoleBinding"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Who has it.
	 */
	subjects?: Subject[]
	/**
	 * The role. It cannot be changed.
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
	 * The objects.
	 */
	items: ClusterRoleBinding[]
}

/**
 * Gives a role to some, in a namespace.
 */
export interface RoleBinding {
	/**
	 * What kind of object this is.
	 */
	kind?: "RoleBinding"
	/**
	 * The group and the version of the API in which this object is written.
	 */
	apiVersion?: string
	/**
	 * Name, labels and everything else that all objects have.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Who has it.
	 */
	subjects?: Subject[]
	/**
	 * The role. It cannot be changed.
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
	 * The objects.
	 */
	items: RoleBinding[]
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
	 * API group and version of the kind.
	 */
	apiVersion?: string
	/**
	 * Its name.
	 */
	name: string
	/**
	 * Where the service account is.
	 */
	namespace?: string
}
