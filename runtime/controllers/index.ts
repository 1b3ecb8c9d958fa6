/** All controllers, in start order. */
import { type Acting, actingUser, type OwnRule, serverUser } from '../api/identity.ts';
import type { User } from '../api/request.ts';
import type { DeclaredRule, DeclaredRules } from '../auth/authz/contract.ts';
import type { StartHook } from '../http/endpoints/lifecycle.ts';
import { speakAll, type Vocabulary } from '../model/vocabulary.ts';
import type { MetricFamily } from '../telemetry/family.ts';
import { Actor } from './actor.ts';
import { availabilityRules, startAvailability } from './aggregation/availability.ts';
import { startDocuments } from './aggregation/documents.ts';
import { apiServicesRules, startApiServices } from './api-services.ts';
import { attributesClassProtection } from './attributes-class-protection.ts';
import { authenticationInfoRules, startAuthenticationInfo } from './authentication-info.ts';
import { bootstrapRules, startBootstrap } from './bootstrap.ts';
import { bootstrapSigner } from './bootstrap-signer.ts';
import { csrApproving } from './certificates/approving.ts';
import { csrCleaner } from './certificates/cleaning.ts';
import { podCertificateRequestCleaner } from './certificates/pod-request-cleaning.ts';
import { csrSigning } from './certificates/signing.ts';
import { clusterRoleAggregation } from './cluster-role-aggregation.ts';
import type { Controller, ControllerContext, ControllerParts, RunningController } from './contract.ts';
import { defaultRolesRules, keepDefaultRoles } from './default-roles.ts';
import { defaultServiceAccount } from './default-service-account.ts';
import { definitionsRules, startDefinitions } from './definitions/controller.ts';
import { type Elected, startElection } from './election.ts';
import { ephemeralVolume } from './ephemeral-volume.ts';
import { eventExpiryRules, eventTtl, startEventExpiry } from './event-expiry.ts';
import { flowControlRules, startFlowControl } from './flow-control.ts';
import { garbageCollector } from './garbage-collector/controller.ts';
import { isTracking, legacyTokenTrackingRules, startLegacyTokenTracking } from './legacy-token-tracking.ts';
import { namespaceController } from './namespace.ts';
import { ownLeaseGate, ownLeaseRules, startOwnLease } from './own-lease.ts';
import { ownServiceRules, startOwnService } from './own-service.ts';
import { pvProtection } from './pv-protection.ts';
import { pvcProtection } from './pvc-protection.ts';
import { queueMetrics } from './queue-metrics.ts';
import { resourceQuotaController } from './resource-quota/controller.ts';
import { rootCa } from './root-ca.ts';
import { serviceAccountTokens } from './service-account-tokens.ts';
import { serviceClaims } from './service-claims.ts';
import { storageVersions } from './storage-versions.ts';
import { tokenCleaner } from './token-cleaner.ts';
import { validatingPolicyStatus } from './validating-policy-status.ts';

export type { Controller, ControllerFailure, ControllerParts, RunningController } from './contract.ts';

export const controllers: readonly Controller[] = [
	namespaceController,
	garbageCollector,
	defaultServiceAccount,
	serviceAccountTokens,
	rootCa,
	clusterRoleAggregation,
	ephemeralVolume,
	pvcProtection,
	pvProtection,
	attributesClassProtection,
	storageVersions,
	serviceClaims,
	csrSigning,
	csrApproving,
	csrCleaner,
	podCertificateRequestCleaner,
	tokenCleaner,
	bootstrapSigner,
	resourceQuotaController,
	validatingPolicyStatus,
];

/** Flags of all controllers and of the server's own parts. */
export const controllerFlags = [...controllers.flatMap(({ flags = [] }) => flags), eventTtl];

/**
 * Returns the controllers that `--controllers` selects: by name, `*` for all that are on by default, excluded by a leading dash. The first
 * match decides; without one, a controller does not run. Throws an Error that names an unknown controller.
 */
export function chosenControllers(selection: readonly string[] = ['*'], all: readonly Controller[] = controllers): readonly Controller[] {
	const names = all.map((controller) => controller.name);
	const unknown = selection.map((word) => word.replace(/^-/, '')).find((word) => word !== '*' && !names.includes(word));
	if (unknown !== undefined) throw new Error(`unknown controller ${JSON.stringify(unknown)}; available: ${names.join(', ')}`);
	return all.filter(({ name, offByDefault }) => {
		if (selection.includes(`-${name}`)) return false;
		return selection.includes(name) || (offByDefault !== true && selection.includes('*') && !selection.includes('-*'));
	});
}

/** Returns the rights that the rows declare, by user name. */
export function declaredRights(vocabulary: Vocabulary, rows: readonly Acting[]): DeclaredRules {
	// Rows may share an account.
	const ofRows = Map.groupBy(rows, (row) => actingUser(row, vocabulary).name);
	return new Map([
		[
			serverUser.name,
			[
				...bootstrapRules(vocabulary),
				...ownServiceRules(vocabulary),
				...ownLeaseRules(vocabulary),
				...legacyTokenTrackingRules(),
				...authenticationInfoRules(),
				...defaultRolesRules(vocabulary),
				...flowControlRules(vocabulary),
				...apiServicesRules(vocabulary),
				...availabilityRules(vocabulary),
				...definitionsRules(vocabulary),
				...eventExpiryRules(),
			],
		],
		...[...ofRows].map(([name, rows]) => [name, rows.flatMap(({ rules }) => rules.map((rule) => declaredRule(rule, vocabulary)))] as const),
	]);
}

function declaredRule({ within, ...rule }: OwnRule, vocabulary: Vocabulary): DeclaredRule {
	const spoken = speakAll(rule, vocabulary);
	return within === undefined ? spoken : { ...spoken, namespace: `${vocabulary.shortPrefix}-${within}` };
}

export interface Controllers {
	/** Start hooks, one per controller. The first creates the system objects, whichever controllers are selected. */
	readonly hooks: readonly StartHook[];
	readonly metrics: readonly MetricFamily[];
	/** Stops the controllers and waits for running work. */
	stop(): Promise<void>;
}

export function controllersOf(parts: ControllerParts, chosen: readonly Controller[] = controllers): Controllers {
	const { vocabulary } = parts.verbs;
	// All controllers have one field manager, as in Kubernetes; the server itself has another.
	const as = (user: User, manager: string): ControllerContext => ({
		...parts,
		get verbs() {
			return parts.verbs;
		},
		actor: new Actor(() => parts.verbs, user, `${vocabulary.shortPrefix}-${manager}`),
	});
	const running: RunningController[] = [];
	const bootstrap: StartHook = {
		name: 'start-system-namespaces-controller',
		run: async () => {
			const context = as(serverUser, 'apiserver');
			running.push(await startBootstrap(context));
			running.push(await startOwnService(context));
		},
	};
	const roles: StartHook = { name: 'rbac/bootstrap-roles', run: () => keepDefaultRoles(as(serverUser, 'apiserver')) };
	const lease: StartHook = {
		name: `start-${vocabulary.shortPrefix}-apiserver-identity-lease-controller`,
		run: () => void running.push(startOwnLease(as(serverUser, 'apiserver'))),
	};
	const tracking: StartHook = {
		name: 'start-legacy-token-tracking-controller',
		run: async () => void running.push(await startLegacyTokenTracking(as(serverUser, 'apiserver'))),
	};
	const registration: StartHook = {
		name: 'apiservice-registration-controller',
		run: async () => {
			const started = await startApiServices(as(serverUser, 'apiserver'));
			if (started !== undefined) running.push(started);
		},
	};
	const definitions: StartHook = {
		name: 'start-apiextensions-controllers',
		run: () => {
			const started = startDefinitions(as(serverUser, 'apiserver'));
			if (started !== undefined) running.push(started);
		},
	};
	const expiry: StartHook = {
		name: 'start-event-expiry',
		run: () => {
			const started = startEventExpiry(as(serverUser, 'apiserver'));
			if (started !== undefined) running.push(started);
		},
	};
	const { aggregation, authenticationInfo, flowObjectsMade } = parts;
	const availability: StartHook = {
		name: 'apiservice-status-remote-available-controller',
		run: () => {
			const started = aggregation && startAvailability(as(serverUser, 'apiserver'), aggregation);
			if (started !== undefined) running.push(started);
		},
	};
	const documents: StartHook = {
		name: 'apiservice-openapi-controller',
		run: () => {
			const started = aggregation && startDocuments(as(serverUser, 'apiserver'), aggregation);
			if (started !== undefined) running.push(started);
		},
	};
	const flowControl: StartHook = {
		name: 'priority-and-fairness-config-producer',
		run: async () => {
			const started = await startFlowControl(as(serverUser, 'apiserver'));
			if (started !== undefined) running.push(started);
			flowObjectsMade?.();
		},
	};
	const info: readonly StartHook[] =
		authenticationInfo === undefined
			? []
			: [
					{
						name: 'start-cluster-authentication-info-controller',
						run: async () => void running.push(await startAuthenticationInfo(as(serverUser, 'apiserver'), authenticationInfo)),
					},
				];
	const start = async (controller: Controller): Promise<RunningController> =>
		await controller.start(as(actingUser(controller, vocabulary), 'controller-manager'));
	const starts = chosen.map(
		(controller): StartHook => ({
			name: `start-${controller.name}-controller`,
			run: async () => void running.push(await start(controller)),
		}),
	);
	const electedHook: StartHook = {
		name: 'start-controller-election',
		run: () => void running.push(startElection(as(serverUser, 'apiserver'), electedControllers(chosen, running, start))),
	};
	return {
		hooks: [
			bootstrap,
			roles,
			...(flowObjectsMade === undefined ? [] : [flowControl]),
			...(parts.kinds.gates.get(ownLeaseGate) === true ? [lease] : []),
			...(isTracking(parts.kinds.release) ? [tracking] : []),
			registration,
			...(aggregation === undefined ? [] : [availability, documents]),
			definitions,
			expiry,
			...info,
			...(parts.shared === true && chosen.length > 0 ? [electedHook] : starts),
		],
		metrics: queueMetrics(() => running.flatMap(({ queue }) => queue ?? [])),
		async stop() {
			await Promise.all(running.map((controller) => controller.stop()));
		},
	};
}

/** Returns the controllers as the work of the server that is elected. While it runs, they are in `running`. */
function electedControllers(
	chosen: readonly Controller[],
	running: RunningController[],
	start: (controller: Controller) => Promise<RunningController>,
): Elected {
	const own = new Set<RunningController>();
	return {
		async start() {
			for (const controller of chosen) {
				const started = await start(controller);
				own.add(started);
				running.push(started);
			}
		},
		async stop() {
			const ended = [...own];
			own.clear();
			for (const controller of ended) running.splice(running.indexOf(controller), 1);
			await Promise.all(ended.map((controller) => controller.stop()));
		},
	};
}
