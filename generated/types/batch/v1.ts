// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * Jobs that are made again and again, at times that a schedule says.
 */
export interface CronJob {
	/**
	 * Kind of the object.
	 */
	kind?: "CronJob"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Which jobs, and when.
	 */
	spec?: CronJobSpec
	/**
	 * Which jobs run.
	 */
	status?: CronJobStatus
}

/**
 * A list of CronJob objects.
 */
export interface CronJobList {
	kind?: "CronJobList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: CronJob[]
}

/**
 * Which jobs are made, and when.
 */
export interface CronJobSpec {
	/**
	 * When, in the form of cron: minute, hour, day of the month, month, day of the week.
	 */
	schedule: string
	/**
	 * Whose time the schedule means; that of the controller when absent.
	 */
	timeZone?: string
	/**
	 * Seconds after which a job that could not be made in time is left out.
	 */
	startingDeadlineSeconds?: number | bigint
	/**
	 * What happens when a job still runs: another one beside it, none, or another one in its place.
	 */
	concurrencyPolicy?: "Allow" | "Forbid" | "Replace"
	/**
	 * Whether no further jobs are made.
	 */
	suspend?: boolean
	/**
	 * What jobs are made from.
	 */
	jobTemplate: JobTemplateSpec
	/**
	 * How many jobs that are done are kept.
	 */
	successfulJobsHistoryLimit?: number
	/**
	 * How many jobs that have failed are kept.
	 */
	failedJobsHistoryLimit?: number
}

/**
 * Which jobs run.
 */
export interface CronJobStatus {
	/**
	 * Jobs that run.
	 */
	active?: coreV1.ObjectReference[]
	/**
	 * When a job was last made.
	 */
	lastScheduleTime?: string
	/**
	 * When a job was last done.
	 */
	lastSuccessfulTime?: string
}

/**
 * Pods that run until enough of them have done their work, and are started again when they fail.
 */
export interface Job {
	/**
	 * Kind of the object.
	 */
	kind?: "Job"
	/**
	 * Group and version of the API in which the object is written.
	 */
	apiVersion?: string
	/**
	 * Metadata that all objects have, such as name and labels.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What shall be done, and how often.
	 */
	spec?: JobSpec
	/**
	 * What has been done.
	 */
	status?: JobStatus
}

/**
 * One thing that the controller of jobs found.
 */
export interface JobCondition {
	/**
	 * What was found.
	 */
	type: string
	/**
	 * True, False or Unknown.
	 */
	status: string
	/**
	 * When it was last looked at.
	 */
	lastProbeTime?: string | null
	/**
	 * When the status last changed.
	 */
	lastTransitionTime?: string | null
	/**
	 * Why, in one word for programs.
	 */
	reason?: string
	/**
	 * Why, in words for people.
	 */
	message?: string
}

/**
 * A list of Job objects.
 */
export interface JobList {
	kind?: "JobList"
	apiVersion?: string
	metadata?: metaV1.ListMeta
	/**
	 * The objects.
	 */
	items: Job[]
}

/**
 * What a job shall do.
 */
export interface JobSpec {
	/**
	 * How many pods may run at the same time.
	 */
	parallelism?: number
	/**
	 * How many pods must do their work. When absent, the job is done once one of them is and all have ended.
	 */
	completions?: number
	/**
	 * Seconds after which the job is stopped and has failed.
	 */
	activeDeadlineSeconds?: number | bigint
	/**
	 * Which failures of pods end the job or do not count.
	 */
	podFailurePolicy?: PodFailurePolicy
	/**
	 * When the job is done though some indexes are not.
	 */
	successPolicy?: SuccessPolicy
	/**
	 * How many failures of pods are accepted before the job has failed.
	 */
	backoffLimit?: number
	/**
	 * How many failures of each index are accepted.
	 */
	backoffLimitPerIndex?: number
	/**
	 * How many indexes may fail before the whole job has failed.
	 */
	maxFailedIndexes?: number
	/**
	 * Labels of its pods; made by the server.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * Whether the author chooses the selector and the labels of the template.
	 */
	manualSelector?: boolean
	/**
	 * What its pods are made from.
	 */
	template: coreV1.PodTemplateSpec
	/**
	 * Seconds after its end after which the job is deleted.
	 */
	ttlSecondsAfterFinished?: number
	/**
	 * Whether its pods are told apart by an index (Indexed), or all do the same (NonIndexed).
	 */
	completionMode?: "Indexed" | "NonIndexed"
	/**
	 * Whether it waits.
	 */
	suspend?: boolean
	/**
	 * When a pod is replaced: once it has ended (Failed), or as soon as it is going away, too (TerminatingOrFailed).
	 */
	podReplacementPolicy?: string
	/**
	 * The controller that sees to it.
	 */
	managedBy?: string
}

/**
 * What a job has done.
 */
export interface JobStatus {
	/**
	 * What the controller found: Complete and Failed are final.
	 */
	conditions?: JobCondition[]
	/**
	 * When it was started last.
	 */
	startTime?: string
	/**
	 * When it was done.
	 */
	completionTime?: string
	/**
	 * How many pods run or are about to.
	 */
	active?: number
	/**
	 * How many pods have done their work.
	 */
	succeeded?: number
	/**
	 * How many pods have failed.
	 */
	failed?: number
	/**
	 * How many pods are going away.
	 */
	terminating?: number
	/**
	 * Indexes that are done, such as 1,3-5,7.
	 */
	completedIndexes?: string
	/**
	 * Indexes that have failed, such as 1,3-5,7.
	 */
	failedIndexes?: string
	/**
	 * Pods that have ended, and of which the counts do not know yet.
	 */
	uncountedTerminatedPods?: UncountedTerminatedPods
	/**
	 * How many pods are ready.
	 */
	ready?: number
}

/**
 * What jobs are made from.
 */
export interface JobTemplateSpec {
	/**
	 * Labels and annotations of the jobs.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * What the jobs shall do.
	 */
	spec?: JobSpec
}

/**
 * Which failures of pods end a job or do not count. The first rule that fits decides.
 */
export interface PodFailurePolicy {
	/**
	 * The rules.
	 */
	rules: PodFailurePolicyRule[] | null
}

/**
 * Exit codes of containers.
 */
export interface PodFailurePolicyOnExitCodesRequirement {
	/**
	 * The container; any when absent.
	 */
	containerName?: string
	/**
	 * Whether the code must be one of the values or must not.
	 */
	operator: string
	/**
	 * The codes, in order.
	 */
	values: number[] | null
}

/**
 * A condition of a pod.
 */
export interface PodFailurePolicyOnPodConditionsPattern {
	/**
	 * Its type.
	 */
	type: string
	/**
	 * Its status.
	 */
	status: string
}

/**
 * What is done about failures of a kind, told by exit codes or by conditions of the pod.
 */
export interface PodFailurePolicyRule {
	/**
	 * What is done: it counts, it does not, the index has failed, or the job.
	 */
	action: string
	/**
	 * Exit codes of containers.
	 */
	onExitCodes?: PodFailurePolicyOnExitCodesRequirement
	/**
	 * Conditions of the pod.
	 */
	onPodConditions?: PodFailurePolicyOnPodConditionsPattern[]
}

/**
 * When a job of indexes is done though some are not. One rule that holds is enough.
 */
export interface SuccessPolicy {
	/**
	 * The rules.
	 */
	rules: SuccessPolicyRule[] | null
}

/**
 * Which indexes must have succeeded, or how many.
 */
export interface SuccessPolicyRule {
	/**
	 * The indexes, such as 1,3-5,7.
	 */
	succeededIndexes?: string
	/**
	 * How many of them.
	 */
	succeededCount?: number
}

/**
 * Pods that have ended, and of which the counts of a job do not know yet: their uids.
 */
export interface UncountedTerminatedPods {
	/**
	 * Those that have done their work.
	 */
	succeeded?: string[]
	/**
	 * Those that have failed.
	 */
	failed?: string[]
}
