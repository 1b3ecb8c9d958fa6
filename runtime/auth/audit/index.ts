/** Registry of all audit backends. */
import type { Audit, AuditBackend, AuditContext, AuditMetrics, AuditPolicy, BodyForms } from './contract.ts';
import { auditLog } from './log.ts';
import { everyRequest, policyFile, readPolicyFile } from './policy.ts';
import { auditWebhook } from './webhook.ts';

export const auditBackends: readonly AuditBackend[] = [auditLog, auditWebhook];

/** Flags shared by all backends. */
export const auditFlags = [policyFile];

/**
 * Starts the backends. `given` replaces the policy file. Returns undefined when no backend is enabled; audit then costs nothing. Throws an
 * Error of one sentence.
 */
export async function startAudit(
	{ flags, log, vocabulary }: Omit<AuditContext, 'lost'>,
	rows: readonly AuditBackend[],
	forms: BodyForms,
	given?: AuditPolicy,
): Promise<Audit | undefined> {
	const file = flags.of(policyFile);
	const policy = given ?? (file === undefined ? everyRequest : await readPolicyFile(file, vocabulary));
	const metrics: AuditMetrics = { events: 0, lost: new Map(), levels: new Map() };
	const started = rows.map((row) => {
		const plugin = row.name.toLowerCase();
		const lost = (events: number): void => void metrics.lost.set(plugin, (metrics.lost.get(plugin) ?? 0) + events);
		return row.start({ flags, log, vocabulary, lost });
	});
	const sinks = (await Promise.all(started)).filter((sink) => sink !== undefined);
	return sinks.length === 0 ? undefined : { sinks, policy, metrics, forms, truncatedKey: `audit.${vocabulary.groupDomain}/truncated` };
}
