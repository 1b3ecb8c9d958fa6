/**
 * The stages of the request path, outermost first, in their complete order. Requests of the server's own parts skip the stages before
 * authorization (`server/request-path.ts`). Audit encloses every stage that may refuse a request. Overload protection comes after
 * authentication, so that it can distinguish flows.
 */

import type { Rewording } from '../api/messages-by-release.ts';
import type { Filter, Handler } from '../api/request.ts';
import type { Audit } from '../auth/audit/contract.ts';
import type { Impersonator } from '../auth/impersonation/contract.ts';
import type { FairShare } from '../flowcontrol/fair-share.ts';
import type { Counts } from '../flowcontrol/work-estimate.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import { withAudit, withAuditBegun } from './with-audit.ts';
import { type Attempts, withAuthentication } from './with-authentication.ts';
import { type Authorization, withAuthorization } from './with-authorization.ts';
import { type ErrorOptions, withErrors } from './with-errors.ts';
import { withImpersonation } from './with-impersonation.ts';
import { type RequestRecorder, withMetrics } from './with-metrics.ts';
import { type InFlight, type OverloadLimits, withOverloadProtection } from './with-overload-protection.ts';
import { withPriorityAndFairness } from './with-priority-and-fairness.ts';
import { type RequestNaming, withRequestInfo } from './with-request-info.ts';
import { withTimeout } from './with-timeout.ts';
import { withWarnings } from './with-warnings.ts';
import { type OpenWatches, withWatchBound } from './with-watch-bound.ts';

export interface ChainOptions extends ErrorOptions, Authorization {
	readonly audit: Audit | undefined;
	readonly recorder: RequestRecorder;
	readonly naming: RequestNaming;
	readonly authenticate: Parameters<typeof withAuthentication>[0];
	readonly attempts: Attempts;
	readonly failures: FailedAttempts;
	readonly inFlight: InFlight;
	readonly limits: OverloadLimits;
	readonly impersonator: Impersonator;
	/** Undefined when priority and fairness is off. Then only the bounds on requests in flight apply. */
	readonly fairness?: Fairness | undefined;
	readonly watches: OpenWatches;
	readonly maxWatches: number;
	readonly requestTimeoutMs: number;
	/** Messages in the wording of the emulated release. */
	readonly words: Rewording;
}

export interface Fairness {
	readonly share: FairShare;
	readonly counts: Counts;
}

export function chain(options: ChainOptions, handler: Handler): Handler {
	const { fairness } = options;
	const stages: readonly Filter[] = [
		withErrors(options),
		withAudit(options.audit),
		withMetrics(options.recorder),
		withTimeout(options.requestTimeoutMs),
		withRequestInfo(options.naming),
		withAuthentication(options.authenticate, options.attempts, options.failures),
		withAuditBegun(options.audit),
		withImpersonation(options),
		fairness === undefined ? withOverloadProtection(options.inFlight, options.limits) : withPriorityAndFairness(fairness.share, fairness.counts),
		withAuthorization(options),
		withWatchBound(options.watches, options.maxWatches),
		withWarnings(options.words),
	];
	return stages.reduceRight((next, stage) => stage(next), handler);
}
