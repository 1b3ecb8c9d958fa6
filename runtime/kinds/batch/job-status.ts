/** Validates a job's status and its changes: a finished job stays finished, whichever controller manages it. */
import type { Job, JobSpec, JobStatus as Status } from '../../../generated/types/batch/v1.ts';
import type { JsonValue } from '../../model/catalog.ts';
import { type Cause, duplicate, invalidValue, required } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { negatives } from '../workload/counts.ts';
import { readIndexes, sharedIndex } from './indexes.ts';
import { isIndexed } from './job-spec.ts';

export function hasCondition({ conditions = [] }: Status, type: string, status = 'True'): boolean {
	return conditions.some((condition) => condition.type === type && condition.status === status);
}

/** Reports violations of rules in all releases. */
export function countViolations(status: Status): Cause[] {
	const seen = new Set<string>();
	const pods = status.uncountedTerminatedPods ?? {};
	return [
		...negatives(status, ['active', 'succeeded', 'failed', 'ready', 'terminating']),
		...(['succeeded', 'failed'] as const).flatMap((list) =>
			(pods[list] ?? []).flatMap((uid, index) => {
				const at = `status.uncountedTerminatedPods.${list}[${index}]`;
				if (uid === '') return [invalidValue(at, uid, 'must not be empty')];
				if (seen.has(uid)) return [duplicate(at, uid)];
				seen.add(uid);
				return [];
			}),
		),
	];
}

const at = 'status.conditions';
const together = (a: string, b: string): Cause => withoutValue(at, `cannot set ${a} and ${b} conditions`);

/** Reports violations of success policies (1.30 and later). */
export function successViolations({ spec, status = {} }: Job, { status: before = {} }: Job): Cause[] {
	const isMet = hasCondition(status, 'SuccessCriteriaMet');
	const wasMet = hasCondition(before, 'SuccessCriteriaMet');
	const isComplete = hasCondition(status, 'Complete');
	const causes: Cause[] = [];
	if (deepEqual((status.conditions ?? null) as JsonValue, (before.conditions ?? null) as JsonValue)) return causes;
	if (isMet && hasCondition(status, 'Failed')) causes.push(together('SuccessCriteriaMet=True', 'Failed=true'));
	if (isMet && hasCondition(status, 'FailureTarget')) causes.push(together('SuccessCriteriaMet=True', 'FailureTarget=true'));
	if (spec?.successPolicy !== undefined && !isMet && isComplete) {
		causes.push(withoutValue(at, 'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True'));
	}
	if (wasMet && !isMet) causes.push(withoutValue(at, 'cannot disable the SuccessCriteriaMet=True condition'));
	if (hasCondition(before, 'Complete') && !wasMet && isMet) {
		causes.push(withoutValue(at, 'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions'));
	}
	return causes;
}

/**
 * Reports violations in releases where other controllers may manage jobs (1.32 and later). Unchanged values are accepted, so that other
 * updates succeed.
 */
export function managedViolations(job: Job, old: Job): Cause[] {
	const change = changesOf(job, old);
	return [...conditionViolations(change), ...timeViolations(change), ...finishedViolations(change), ...listViolations(change), ...backwardViolations(change)];
}

const noSpec: JobSpec = { template: {} };

function changesOf({ spec, status = {} }: Job, { status: before = {} }: Job) {
	const differs = (field: keyof Status): boolean => !deepEqual((status[field] ?? null) as JsonValue, (before[field] ?? null) as JsonValue);
	const turns = (type: string): boolean => hasCondition(status, type) !== hasCondition(before, type);
	const isFinished = hasCondition(status, 'Complete') || hasCondition(status, 'Failed');
	return {
		spec: spec ?? noSpec,
		status,
		before,
		differs,
		turns,
		isFinished,
		finishes: isFinished !== (hasCondition(before, 'Complete') || hasCondition(before, 'Failed')),
	};
}
type Change = ReturnType<typeof changesOf>;

function conditionViolations({ status, turns, differs }: Change): Cause[] {
	const [isComplete, isFailed, isTarget] = [hasCondition(status, 'Complete'), hasCondition(status, 'Failed'), hasCondition(status, 'FailureTarget')];
	const causes: Cause[] = [];
	if ((turns('Complete') || turns('Failed')) && isComplete && isFailed) causes.push(together('Complete=True', 'Failed=true'));
	if ((turns('Complete') || turns('FailureTarget')) && isComplete && isTarget) causes.push(together('Complete=True', 'FailureTarget=true'));
	if ((turns('Failed') || differs('failedIndexes')) && isFailed && !isTarget) {
		causes.push(withoutValue(at, 'cannot set Failed=True condition without the FailureTarget=true condition'));
	}
	if ((turns('Complete') || turns('SuccessCriteriaMet')) && isComplete && !hasCondition(status, 'SuccessCriteriaMet')) {
		causes.push(withoutValue(at, 'cannot set Complete=True condition without the SuccessCriteriaMet=true condition'));
	}
	return causes;
}

function timeViolations({ status, turns, differs }: Change): Cause[] {
	const { startTime, completionTime } = status;
	const isComplete = hasCondition(status, 'Complete');
	const causes: Cause[] = [];
	if (turns('Complete') || differs('completionTime')) {
		if (completionTime !== undefined && !isComplete) {
			causes.push(invalidValue('status.completionTime', completionTime, 'cannot set completionTime when there is no Complete=True condition'));
		}
		if (completionTime === undefined && isComplete) causes.push(required('status.completionTime', 'completionTime is required for Complete jobs'));
	}
	const isBefore = startTime !== undefined && completionTime !== undefined && Date.parse(completionTime) < Date.parse(startTime);
	if ((differs('startTime') || differs('completionTime')) && isBefore) {
		causes.push(invalidValue('status.completionTime', completionTime, 'must be equal to or after `startTime`'));
	}
	return causes;
}

function finishedViolations({ spec, status, isFinished, finishes, differs }: Change): Cause[] {
	const { active = 0, terminating = 0, startTime, uncountedTerminatedPods: uncounted } = status;
	const causes: Cause[] = [];
	if ((differs('ready') || differs('active')) && (status.ready ?? 0) > active) {
		causes.push(invalidValue('status.ready', status.ready, 'cannot set more ready pods than active'));
	}
	if (!isFinished) return causes;
	if ((finishes || differs('active')) && active > 0) causes.push(invalidValue('status.active', active, 'active>0 is invalid for finished job'));
	const neverStarts = spec.suspend === true && spec.completions === 0;
	if ((finishes || differs('startTime')) && !neverStarts && startTime === undefined) {
		causes.push(required('status.startTime', 'startTime is required for finished job'));
	}
	const waiting = (uncounted?.succeeded?.length ?? 0) + (uncounted?.failed?.length ?? 0);
	if ((finishes || differs('uncountedTerminatedPods')) && waiting > 0) {
		causes.push(invalidValue('status.uncountedTerminatedPods', uncounted, 'must be empty for finished job'));
	}
	if ((finishes || differs('terminating')) && terminating > 0) {
		causes.push(invalidValue('status.terminating', terminating, 'terminating>0 is invalid for finished job'));
	}
	return causes;
}

function listViolations({ spec, status, differs }: Change): Cause[] {
	const { completions, backoffLimitPerIndex } = spec;
	const { completedIndexes = '', failedIndexes } = status;
	const causes: Cause[] = [];
	const read = (field: 'completedIndexes' | 'failedIndexes', text: string): void => {
		const problem = completions === undefined ? 0 : readIndexes(text, completions);
		if (typeof problem === 'string') causes.push(invalidValue(`status.${field}`, text, `error parsing ${field}: ${problem}`));
	};
	if (differs('completedIndexes')) {
		read('completedIndexes', completedIndexes);
		if (completedIndexes !== '' && !isIndexed(spec)) {
			causes.push(invalidValue('status.completedIndexes', completedIndexes, 'cannot set non-empty completedIndexes when non-indexed completion mode'));
		}
	}
	if (failedIndexes === undefined) return causes;
	if (differs('failedIndexes')) {
		if (backoffLimitPerIndex !== undefined) read('failedIndexes', failedIndexes);
		else causes.push(invalidValue('status.failedIndexes', failedIndexes, 'cannot set non-null failedIndexes when backoffLimitPerIndex is null'));
	}
	const shared = completions === undefined ? undefined : sharedIndex(completedIndexes, failedIndexes, completions);
	if ((differs('failedIndexes') || differs('completedIndexes')) && shared !== undefined) {
		causes.push(invalidValue('status.failedIndexes', failedIndexes, `failedIndexes and completedIndexes overlap at index: ${shared}`));
	}
	return causes;
}

/** Reports changes that reverse an earlier one. */
function backwardViolations({ spec, status, before, differs }: Change): Cause[] {
	const causes: Cause[] = [];
	for (const type of ['Failed', 'Complete', 'FailureTarget']) {
		if (hasCondition(before, type) && !hasCondition(status, type)) causes.push(withoutValue(at, `cannot disable the terminal ${type}=True condition`));
	}
	const falls = (count: 'failed' | 'succeeded'): boolean => (status[count] ?? 0) < (before[count] ?? 0);
	if (falls('failed')) causes.push(invalidValue('status.failed', status.failed ?? 0, 'cannot decrease the failed counter'));
	const { completions, parallelism } = spec;
	const mayShrink = isIndexed(spec) && completions === parallelism;
	if (falls('succeeded') && !mayShrink) causes.push(invalidValue('status.succeeded', status.succeeded ?? 0, 'cannot decrease the succeeded counter'));
	if (differs('completionTime') && status.completionTime !== undefined && before.completionTime !== undefined) {
		causes.push(invalidValue('status.completionTime', status.completionTime, 'field is immutable'));
	}
	const resumes = hasCondition(before, 'Suspended') && hasCondition(status, 'Suspended', 'False');
	if (differs('startTime') && before.startTime !== undefined && !resumes && spec.suspend !== true) {
		causes.push(invalidValue('status.startTime', status.startTime, 'field is immutable for unsuspended job once set'));
	}
	return causes;
}

/** Returns an Invalid cause without the value, which would not help. */
function withoutValue(field: string, detail: string): Cause {
	return { reason: 'FieldValueInvalid', message: `Invalid value: ${detail}`, field };
}
