/** Finding of `orch upgrade check`: something that depends on what a release removes. */

export const subjects = ['objects', 'flag', 'webhook', 'policy', 'client'] as const;

export type Subject = (typeof subjects)[number];

export interface UpgradeFinding {
	readonly subject: Subject;
	/** Name of the dependent: a resource, a flag with its value, an object, a user with its agent. */
	readonly name: string;
	readonly problem: string;
	/** Remedy, as an imperative. */
	readonly instead?: string;
	/** True when something stops working. Otherwise the finding is a note. */
	readonly breaks: boolean;
	/** Number of objects or requests. */
	readonly count?: number;
	/** Names of some objects. */
	readonly names?: readonly string[];
	/** Origin of a finding about clients. */
	readonly seenIn?: 'audit' | 'metrics';
}
