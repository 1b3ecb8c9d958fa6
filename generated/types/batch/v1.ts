// Generated from the specs. Edit those: this file is overwritten.
import type * as coreV1 from '../core/v1.ts';
import type * as metaV1 from '../meta/v1.ts';

/**
 * Jobs that are created on a schedule.
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
	 * Schedule and template of the jobs.
	 */
	spec?: CronJobSpec
	/**
	 * Running jobs and times.
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
	 * Objects.
	 */
	items: CronJob[]
}

/**
 * Schedule and template of the jobs.
 */
export interface CronJobSpec {
	/**
	 * Schedule in cron format: minute, hour, day of the month, month, day of the week.
	 */
	schedule: string
	/**
	 * Time zone of the schedule. That of the controller if absent.
	 */
	timeZone?: string
	/**
	 * Seconds after the scheduled time in which a late job may still start. Later ones are skipped.
	 */
	startingDeadlineSeconds?: number | bigint
	/**
	 * Treatment of a job that is due while another still runs: run both (Allow), skip the new one (Forbid) or replace the running one (Replace).
	 */
	concurrencyPolicy?: "Allow" | "Forbid" | "Replace"
	/**
	 * True if no further jobs are created.
	 */
	suspend?: boolean
	/**
	 * Template of the jobs.
	 */
	jobTemplate: JobTemplateSpec
	/**
	 * Number of successful jobs that are kept.
	 */
	successfulJobsHistoryLimit?: number
	/**
	 * Number of failed jobs that are kept.
	 */
	failedJobsHistoryLimit?: number
}

/**
 * Running jobs and times.
 */
export interface CronJobStatus {
	/**
	 * References to the running jobs.
	 */
	active?: coreV1.ObjectReference[]
	/**
	 * Time at which the last job was created.
	 */
	lastScheduleTime?: string
	/**
	 * Time at which the last job succeeded.
	 */
	lastSuccessfulTime?: string
}

/**
 * Pods that run until enough of them have succeeded. Failed pods are replaced.
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
	 * Desired pods and completions.
	 */
	spec?: JobSpec
	/**
	 * Observed pods and completions.
	 */
	status?: JobStatus
}

/**
 * Condition of a job.
 */
export interface JobCondition {
	/**
	 * Type of the condition.
	 */
	type: string
	/**
	 * Status of the condition: True, False or Unknown.
	 */
	status: string
	/**
	 * Time of the last probe of the condition.
	 */
	lastProbeTime?: string | null
	/**
	 * Time of the last change of the status.
	 */
	lastTransitionTime?: string | null
	/**
	 * Machine-readable reason, in one word.
	 */
	reason?: string
	/**
	 * Human-readable explanation.
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
	 * Objects.
	 */
	items: Job[]
}

/**
 * Desired pods and completions of a job.
 */
export interface JobSpec {
	/**
	 * Maximum number of pods that run at the same time.
	 */
	parallelism?: number
	/**
	 * Number of pods that must succeed. If absent, the job is complete when one pod has succeeded and all have ended.
	 */
	completions?: number
	/**
	 * Seconds until the job is stopped and fails.
	 */
	activeDeadlineSeconds?: number | bigint
	/**
	 * Rules for pod failures that end the job or are not counted.
	 */
	podFailurePolicy?: PodFailurePolicy
	/**
	 * Conditions under which the job succeeds before all indexes have succeeded.
	 */
	successPolicy?: SuccessPolicy
	/**
	 * Number of pod failures until the job fails.
	 */
	backoffLimit?: number
	/**
	 * Number of pod failures of an index until the index fails.
	 */
	backoffLimitPerIndex?: number
	/**
	 * Number of failed indexes until the job fails.
	 */
	maxFailedIndexes?: number
	/**
	 * Selector of the pods. Set by the server unless manualSelector is true.
	 */
	selector?: metaV1.LabelSelector
	/**
	 * True if the author sets the selector and the template's labels.
	 */
	manualSelector?: boolean
	/**
	 * Template of the pods.
	 */
	template: coreV1.PodTemplateSpec
	/**
	 * Seconds after the end until the job is deleted.
	 */
	ttlSecondsAfterFinished?: number
	/**
	 * Indexed if each pod has a completion index, NonIndexed if the pods are interchangeable.
	 */
	completionMode?: "Indexed" | "NonIndexed"
	/**
	 * True if no pods run until the job is resumed.
	 */
	suspend?: boolean
	/**
	 * Time of a pod's replacement: when it has failed (Failed), or also when it is terminating (TerminatingOrFailed).
	 */
	podReplacementPolicy?: string
	/**
	 * Controller that manages the job.
	 */
	managedBy?: string
}

/**
 * Observed pods and completions of a job.
 */
export interface JobStatus {
	/**
	 * Conditions of the job. Complete and Failed are final.
	 */
	conditions?: JobCondition[]
	/**
	 * Time of the last start.
	 */
	startTime?: string
	/**
	 * Time of completion.
	 */
	completionTime?: string
	/**
	 * Number of pending and running pods.
	 */
	active?: number
	/**
	 * Number of succeeded pods.
	 */
	succeeded?: number
	/**
	 * Number of failed pods.
	 */
	failed?: number
	/**
	 * Number of terminating pods.
	 */
	terminating?: number
	/**
	 * Indexes that have succeeded, such as 1,3-5,7.
	 */
	completedIndexes?: string
	/**
	 * Indexes that have failed, such as 1,3-5,7.
	 */
	failedIndexes?: string
	/**
	 * Ended pods that the counters do not yet include.
	 */
	uncountedTerminatedPods?: UncountedTerminatedPods
	/**
	 * Number of ready pods.
	 */
	ready?: number
}

/**
 * Template of the jobs.
 */
export interface JobTemplateSpec {
	/**
	 * Labels and annotations of the jobs.
	 */
	metadata?: metaV1.ObjectMeta
	/**
	 * Desired state of the jobs.
	 */
	spec?: JobSpec
}

/**
 * Rules for pod failures that end the job or are not counted. The first matching rule applies.
 */
export interface PodFailurePolicy {
	/**
	 * Rules.
	 */
	rules: PodFailurePolicyRule[] | null
}

/**
 * Exit codes that match.
 */
export interface PodFailurePolicyOnExitCodesRequirement {
	/**
	 * Name of the container. Any container if absent.
	 */
	containerName?: string
	/**
	 * `In` if the exit code must be among the values, `NotIn` if it must not.
	 */
	operator: string
	/**
	 * Exit codes, in ascending order.
	 */
	values: number[] | null
}

/**
 * Condition of a pod.
 */
export interface PodFailurePolicyOnPodConditionsPattern {
	/**
	 * Type of the condition.
	 */
	type: string
	/**
	 * Status of the condition.
	 */
	status: string
}

/**
 * Rule for pod failures, by exit codes or by conditions of the pod.
 */
export interface PodFailurePolicyRule {
	/**
	 * Action: count the failure, ignore it, fail the index or fail the job.
	 */
	action: string
	/**
	 * Exit codes that match.
	 */
	onExitCodes?: PodFailurePolicyOnExitCodesRequirement
	/**
	 * Conditions of the pod that match.
	 */
	onPodConditions?: PodFailurePolicyOnPodConditionsPattern[]
}

/**
 * Rules for early success of an indexed job. One matching rule is enough.
 */
export interface SuccessPolicy {
	/**
	 * Rules.
	 */
	rules: SuccessPolicyRule[] | null
}

/**
 * Rule for early success: indexes that must have succeeded, or their number.
 */
export interface SuccessPolicyRule {
	/**
	 * Indexes that must have succeeded, such as 1,3-5,7.
	 */
	succeededIndexes?: string
	/**
	 * Number of indexes that must have succeeded.
	 */
	succeededCount?: number
}

/**
 * UIDs of ended pods that the counters of a job do not yet include.
 */
export interface UncountedTerminatedPods {
	/**
	 * UIDs of succeeded pods.
	 */
	succeeded?: string[]
	/**
	 * UIDs of failed pods.
	 */
	failed?: string[]
}
