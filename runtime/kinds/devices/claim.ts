/** ResourceClaim and ResourceClaimTemplate: the spec is immutable, and admin access to devices needs a label on the namespace. */
import type { DeviceClaim, ResourceClaim, ResourceClaimTemplate } from '../../../generated/types/resource/v1.ts';
import type { HookContext, KindHooks } from '../../api/hooks.ts';
import { type Cause, forbiddenField } from '../../model/cause.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { keptByStatus } from '../preserved-metadata.ts';
import { templateMetadataViolations } from '../template-metadata.ts';
import { claimViolations } from './claim-spec.ts';
import { forgetTakenBack, statusChangeViolations, statusViolations } from './claim-status.ts';

/** Paths of tolerations in an allocation, which are copied from the request and not validated again. */
const borne = /^status\.allocation\.devices\.results\[\d+\]\.tolerations\[/;

/** Returns the hooks. `distinct`: constraints may require distinct attributes. */
export function resourceClaimHooks(vocabulary: Vocabulary, distinct: boolean): KindHooks<ResourceClaim, 'State'> {
	const isLabelled = labelledNamespaces(vocabulary);
	return {
		// The spec is immutable, so only creates validate it. An allocation is validated once; later it can only be released.
		tolerates: ({ field = '' }, _, { stored }) =>
			borne.test(field) ||
			(stored !== undefined && (field.startsWith('spec.') || (stored.object.status?.allocation !== undefined && field.startsWith('status.allocation.')))),
		preservedMetadata: keptByStatus,
		cells: (claim) => ({ State: stateOf(claim) }),
		prepareForUpdate({ status }, { status: old }, { subresource }) {
			if (subresource === 'status') forgetTakenBack(status, old);
		},
		validateCreate: ({ metadata, spec }, context) => [
			...adminViolations(firstAdmin(spec?.devices), isLabelled, metadata?.namespace, context),
			...claimViolations(spec?.devices, 'spec.devices', distinct),
		],
		validate: (claim, { subresource }) => (subresource === 'status' ? statusViolations(claim) : []),
		validateUpdate(claim, old, context) {
			if (context.subresource !== 'status') return [];
			const wasGranted = firstAdminGiven(old) !== undefined;
			const path = wasGranted ? undefined : firstAdminGiven(claim);
			return [...adminViolations(path, isLabelled, claim.metadata?.namespace, context), ...statusChangeViolations(claim, old)];
		},
	};
}

export function resourceClaimTemplateHooks(vocabulary: Vocabulary, distinct: boolean): KindHooks<ResourceClaimTemplate> {
	const isLabelled = labelledNamespaces(vocabulary);
	return {
		tolerates: ({ field = '' }) => field.startsWith('spec.metadata.ownerReferences['),
		validate: ({ spec }) => [
			...templateMetadataViolations(spec?.metadata, 'spec.metadata', 'cannot be set'),
			...claimViolations(spec?.spec?.devices, 'spec.spec.devices', distinct),
		],
		validateCreate: ({ metadata, spec }, context) => adminViolations(firstAdmin(spec?.spec?.devices), isLabelled, metadata?.namespace, context),
	};
}

function stateOf({ metadata, status: { allocation, reservedFor = [] } = {} }: ResourceClaim): string {
	const isDeleted = metadata?.deletionTimestamp !== undefined;
	const given = allocation === undefined ? (isDeleted ? [] : ['pending']) : ['allocated', ...(reservedFor.length > 0 ? ['reserved'] : [])];
	return [...(isDeleted ? ['deleted'] : []), ...given].join(',');
}

/** Returns the path of the first request with admin access. Claims and templates have the same path, as in Kubernetes. */
function firstAdmin({ requests }: DeviceClaim = {}): string | undefined {
	const index = (requests ?? []).findIndex(({ exactly }) => exactly?.adminAccess === true);
	return index < 0 ? undefined : `spec.devices.requests[${index}].adminAccess`;
}

function firstAdminGiven({ status }: ResourceClaim): string | undefined {
	const index = (status?.allocation?.devices?.results ?? []).findIndex(({ adminAccess }) => adminAccess === true);
	return index < 0 ? undefined : `status.allocation.devices.results[${index}].adminAccess`;
}

/** Returns the label of namespaces whose claims may have admin access, and a function that checks it. */
function labelledNamespaces({ labelDomain }: Vocabulary): { readonly label: string; isIn(name: string, context: HookContext): boolean } {
	const label = `resource.${labelDomain}/admin-access`;
	return {
		label,
		isIn(name, { stored }) {
			for (const namespace of stored.all('namespaces')) {
				const { name: own, labels = {} } = namespace.metadata as { name?: string; labels?: Record<string, string> };
				if (own === name) return labels[label] === 'true';
			}
			return false;
		},
	};
}

function adminViolations(path: string | undefined, { label, isIn }: ReturnType<typeof labelledNamespaces>, namespace = '', context: HookContext): Cause[] {
	if (path === undefined || isIn(namespace, context)) return [];
	return [forbiddenField(path, `admin access to devices requires the \`${label}: true\` label on the containing namespace`)];
}
