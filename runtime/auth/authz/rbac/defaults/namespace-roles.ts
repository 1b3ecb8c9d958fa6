/** Default roles within the system namespaces. */
import { type DefaultRole, since, until } from './role-notation.ts';

export const namespaceRoles: readonly DefaultRole[] = [
	{
		name: 'system:controller:bootstrap-signer',
		namespace: '{shortPrefix}-public',
		rules: ['get list watch | core | configmaps', 'update | core | configmaps | cluster-info', 'create patch update | core events.{groupDomain} | events'],
		boundTo: ['ServiceAccount {shortPrefix}-system/bootstrap-signer'],
	},
	{
		name: 'extension-apiserver-authentication-reader',
		namespace: '{shortPrefix}-system',
		rules: ['get list watch | core | configmaps | extension-apiserver-authentication'],
		boundTo: ['User system:{shortPrefix}-controller-manager', 'User system:{shortPrefix}-scheduler'],
		binding: 'system::extension-apiserver-authentication-reader',
	},
	{
		name: 'system::leader-locking-{shortPrefix}-controller-manager',
		namespace: '{shortPrefix}-system',
		rules: [
			until('1.35', 'watch | core | configmaps'),
			until('1.35', 'get update | core | configmaps | {shortPrefix}-controller-manager'),
			since('1.31', 'create get list update watch | coordination.{groupDomain} | leases'),
			since('1.31', 'create get list update watch | coordination.{groupDomain} | leasecandidates'),
		],
		boundTo: [
			'User system:{shortPrefix}-controller-manager',
			'ServiceAccount {shortPrefix}-system/{shortPrefix}-controller-manager',
			since('1.31', 'ServiceAccount {shortPrefix}-system/leader-election-controller'),
		],
	},
	{
		name: 'system::leader-locking-{shortPrefix}-scheduler',
		namespace: '{shortPrefix}-system',
		rules: [
			until('1.35', 'watch | core | configmaps'),
			until('1.35', 'get update | core | configmaps | {shortPrefix}-scheduler'),
			since('1.31', 'create get list update watch | coordination.{groupDomain} | leases'),
			since('1.31', 'create get list update watch | coordination.{groupDomain} | leasecandidates'),
		],
		boundTo: ['User system:{shortPrefix}-scheduler', 'ServiceAccount {shortPrefix}-system/{shortPrefix}-scheduler'],
	},
	{
		name: 'system:controller:bootstrap-signer',
		namespace: '{shortPrefix}-system',
		rules: ['get list watch | core | secrets'],
		boundTo: ['ServiceAccount {shortPrefix}-system/bootstrap-signer'],
	},
	{
		name: 'system:controller:cloud-provider',
		namespace: '{shortPrefix}-system',
		rules: ['create get list watch | core | configmaps'],
		boundTo: ['ServiceAccount {shortPrefix}-system/cloud-provider'],
	},
	{
		name: 'system:controller:token-cleaner',
		namespace: '{shortPrefix}-system',
		rules: ['delete get list watch | core | secrets', 'create patch update | core events.{groupDomain} | events'],
		boundTo: ['ServiceAccount {shortPrefix}-system/token-cleaner'],
	},
];

/**
 * Role kept while token signing of `cluster-info` is enabled. Clients read that object before they trust the server or can authenticate.
 */
export const clusterInfoReader: DefaultRole = {
	name: 'system:bootstrap-signer-clusterinfo',
	namespace: '{shortPrefix}-public',
	rules: ['get | core | configmaps | cluster-info'],
	boundTo: ['User system:anonymous'],
};
