/** Table cells of pods, which summarize the states of all containers. */
import type { ContainerState, ContainerStatus, Pod } from '../../../generated/types/core/v1.ts';
import { Aged } from '../../scalars/age.ts';
import { gatedReason, hasSchedulingGates } from './scheduling-gates.ts';

const none = '<none>';

export function podCells(pod: Pod) {
	const seen = summary(pod);
	const { status, spec } = pod;
	return {
		Ready: `${seen.ready}/${spec?.containers?.length ?? 0}`,
		Status: seen.status,
		Restarts: seen.lastRestart === undefined ? String(seen.restarts) : new Aged(seen.lastRestart, `${seen.restarts} (`, ' ago)'),
		IP: status?.podIPs?.[0]?.ip || none,
		Node: spec?.nodeName || none,
		'Nominated Node': status?.nominatedNodeName || none,
		'Readiness Gates': readinessGates(pod),
	};
}

interface Summary {
	readonly ready: number;
	readonly status: string;
	readonly restarts: number;
	readonly lastRestart: string | undefined;
}

function summary(pod: Pod): Summary {
	const { status, metadata } = pod;
	const phase = hasSchedulingGates(status ?? {}) ? gatedReason : status?.reason || status?.phase || '';
	const starting = initializing(status?.initContainerStatuses ?? [], pod.spec?.initContainers?.length ?? 0);
	const counted = starting === undefined ? (status?.containerStatuses ?? []) : (status?.initContainerStatuses ?? []).slice(0, starting.upTo);
	const restarts = {
		restarts: counted.reduce((sum, container) => sum + (container.restartCount ?? 0), 0),
		lastRestart: lastRestart([...(status?.initContainerStatuses ?? []).slice(0, starting?.upTo), ...(starting === undefined ? counted : [])]),
	};
	const running = starting === undefined ? runningState(pod, phase) : { status: starting.status, ready: 0 };
	if (metadata?.deletionTimestamp === undefined) return { ...restarts, ...running };
	return { ...restarts, ...running, status: status?.reason === 'NodeLost' ? 'Unknown' : 'Terminating' };
}

/** Describes the first init container that is not finished. `upTo`: number of containers considered. */
function initializing(containers: readonly ContainerStatus[], total: number): { readonly status: string; readonly upTo: number } | undefined {
	for (const [index, { state }] of containers.entries()) {
		if (state?.terminated?.exitCode === 0) continue;
		const upTo = index + 1;
		if (state?.terminated !== undefined) return { status: `Init:${terminationReason(state.terminated)}`, upTo };
		const waiting = state?.waiting?.reason;
		if (waiting && waiting !== 'PodInitializing') return { status: `Init:${waiting}`, upTo };
		return { status: `Init:${index}/${total}`, upTo };
	}
	return undefined;
}

/** Returns the reason of the first container that has one, otherwise the phase; and the number of ready containers. */
function runningState({ status }: Pod, phase: string): { readonly status: string; readonly ready: number } {
	const containers = status?.containerStatuses ?? [];
	const isReady = ({ ready, state }: ContainerStatus): boolean => stateReason(state) === undefined && ready === true && state?.running !== undefined;
	const ready = containers.filter(isReady).length;
	const text = containers.map(({ state }) => stateReason(state)).find((reason) => reason !== undefined) ?? phase;
	if (text !== 'Completed' || ready === 0) return { status: text, ready };
	const hasReady = (status?.conditions ?? []).some(({ type, status: holds }) => type === 'Ready' && holds === 'True');
	return { status: hasReady ? 'Running' : 'NotReady', ready };
}

function stateReason(state: ContainerState | undefined): string | undefined {
	if (state?.waiting?.reason) return state.waiting.reason;
	return state?.terminated === undefined ? undefined : terminationReason(state.terminated);
}

function terminationReason({ reason, signal, exitCode }: NonNullable<ContainerState['terminated']>): string {
	return reason || (signal ? `Signal:${signal}` : `ExitCode:${exitCode ?? 0}`);
}

function lastRestart(containers: readonly ContainerStatus[]): string | undefined {
	const times = containers.map(({ lastState }) => lastState?.terminated?.finishedAt).filter((time) => typeof time === 'string');
	return times.sort().at(-1);
}

function readinessGates({ spec, status }: Pod): string {
	const gates = spec?.readinessGates ?? [];
	if (gates.length === 0) return none;
	const holding = gates.filter(({ conditionType }) => status?.conditions?.find(({ type }) => type === conditionType)?.status === 'True');
	return `${holding.length}/${gates.length}`;
}
