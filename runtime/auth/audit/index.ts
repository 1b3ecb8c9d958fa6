/** All audit backends. There is none yet: `--audit-log-path` and a webhook will each be a file and a row. */
import type { Audit, AuditBackend, AuditContext, AuditPolicy } from './contract.ts';

export const auditBackends: readonly AuditBackend[] = [];

/** Until a policy can be given: who did what, of every request. */
export const everyRequest: AuditPolicy = () => 'Metadata';

/** Undefined where no backend is asked for: then nothing is told, and telling nothing costs nothing. */
export async function startAudit(context: AuditContext, rows: readonly AuditBackend[], policy: AuditPolicy = everyRequest): Promise<Audit | undefined> {
	const sinks = (await Promise.all(rows.map((row) => row.start(context)))).filter((sink) => sink !== undefined);
	return sinks.length === 0 ? undefined : { sinks, policy, figures: { events: 0, levels: new Map() } };
}
