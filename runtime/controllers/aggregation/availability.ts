/**
 * Keeps the condition `Available` of APIServices that name a service, and the resources of their servers for discovery. It checks after
 * each change of the APIService, its service and its endpoints, and at intervals, because a server may fail without any change.
 */
import type { APIService, APIServiceCondition } from '../../../generated/types/apiregistration/v1.ts';
import type { Aggregation } from '../../aggregation/aggregation.ts';
import type { Finding } from '../../aggregation/availability.ts';
import { registrationGroup } from '../../aggregation/remote-apis.ts';
import { endpointsName, serviceLabel, servicesName, slicesName } from '../../aggregation/service-addresses.ts';
import type { Rule } from '../../api/authorization.ts';
import { ApiError } from '../../api/errors.ts';
import type { JsonObject } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { FollowOptions } from '../../watch/follow.ts';
import type { ControllerContext, RunningController } from '../contract.ts';
import { ensureObject } from '../ensure-object.ts';
import { type RunningLoop, startLoop } from '../loop.ts';

/** Interval of the checks, that of kube-aggregator. */
const intervalMs = 30_000;
/** First and last pause after a failed check. The last is short, because a server becomes reachable without any event. */
const firstPauseMs = 250;
const lastPauseMs = 10_000;

export function availabilityRules({ groupDomain }: Vocabulary): readonly Rule[] {
	return [
		{ verbs: ['list', 'watch'], groups: [''], resources: [servicesName, endpointsName] },
		{ verbs: ['list', 'watch'], groups: [`discovery.${groupDomain}`], resources: ['endpointslices'] },
	];
}

/** Starts the controller. `own`: rules out APIServices that the server maintains itself. Returns undefined if the kind is not served. */
export function startAvailability(context: ControllerContext, aggregation: Aggregation): RunningController | undefined {
	const storageName = `apiservices.${registrationGroup(context.verbs.vocabulary)}`;
	return context.verbs.stored(storageName) === undefined ? undefined : new Availability(context, aggregation, storageName);
}

class Availability implements RunningController {
	readonly #context: ControllerContext;
	readonly #aggregation: Aggregation;
	readonly #storageName: string;
	readonly #loop: RunningLoop;
	readonly #pauses = new Map<string, number>();

	constructor(context: ControllerContext, aggregation: Aggregation, storageName: string) {
		this.#context = context;
		this.#aggregation = aggregation;
		this.#storageName = storageName;
		this.#loop = startLoop(context, {
			name: 'api-service-availability',
			follows: (add) => [
				{ storageName, seen: (_, { name }) => add(name) },
				...[servicesName, endpointsName, slicesName(context.verbs.vocabulary)]
					.filter((each) => context.verbs.stored(each) !== undefined)
					.map((each) => this.#ofServices(each, add)),
			],
			work: (name, signal) => this.#work(name, signal),
		});
	}

	get queue() {
		return this.#loop.queue;
	}

	stop(): Promise<void> {
		return this.#loop.stop();
	}

	/** Adds the APIServices of a service when the object that tells of it changes. */
	#ofServices(storageName: string, add: (name: string) => void): FollowOptions {
		const label = serviceLabel(this.#context.verbs.vocabulary);
		return {
			storageName,
			seen: (_, { namespace, name, labels }) => {
				for (const api of this.#aggregation.apis.all()) {
					const { service } = api;
					if (service.namespace === namespace && (service.name === name || service.name === labels[label])) add(api.name);
				}
			},
		};
	}

	async #work(name: string, signal: AbortSignal): Promise<void> {
		const { apis, resources, figures } = this.#aggregation;
		const api = apis.named(name);
		if (api === undefined) {
			this.#pauses.delete(name);
			this.#aggregation.forget(name);
			return;
		}
		const { finding, resources: found } = await this.#aggregation.check(api, signal);
		resources.set(name, found);
		const isAvailable = finding.status === 'True';
		figures.checked(name, isAvailable, finding.reason);
		await this.#write(name, finding);
		this.#loop.againAfter(name, isAvailable && found !== undefined ? intervalMs : this.#pause(name, isAvailable));
	}

	/** Returns the pause before the next check; it doubles with each failure. */
	#pause(name: string, isAvailable: boolean): number {
		const pause = isAvailable ? lastPauseMs : (this.#pauses.get(name) ?? firstPauseMs);
		this.#pauses.set(name, isAvailable ? firstPauseMs : Math.min(pause * 2, lastPauseMs));
		return pause;
	}

	async #write(name: string, finding: Finding): Promise<void> {
		const target = { storageName: this.#storageName, namespace: '', name, subresource: 'status' };
		try {
			await ensureObject(this.#context, target, (old) => withFinding(old, finding, this.#context.verbs.clock.now()));
		} catch (error) {
			// The APIService was deleted or changed in the meantime; its event arrives here as well.
			if (!(error instanceof ApiError && (error.reason === 'NotFound' || error.reason === 'Conflict'))) throw error;
		}
	}
}

/** Returns the object with the condition; undefined when it has it already, or names no service any more. */
function withFinding(old: JsonObject, finding: Finding, now: string): JsonObject | undefined {
	const { spec, status } = old as APIService;
	if (spec?.service === undefined || spec.service === null) return undefined;
	const conditions = status?.conditions ?? [];
	const same = conditions.find(({ type }) => type === 'Available');
	if (same?.status === finding.status && same.reason === finding.reason && same.message === finding.message) return undefined;
	const lastTransitionTime = (same?.status === finding.status ? same.lastTransitionTime : undefined) ?? now;
	const next: APIServiceCondition = { type: 'Available', ...finding, lastTransitionTime };
	const all = same === undefined ? [...conditions, next] : conditions.map((each) => (each === same ? next : each));
	return { ...old, status: { ...status, conditions: all } } as object as JsonObject;
}
