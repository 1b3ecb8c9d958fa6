import type { Attributes, Authorizer } from '../api/authorization.ts';
import type { AuditTrail } from '../api/request.ts';

/** Tells the audit which rule would have allowed what nobody has; `domain`: of the annotation. */
export function tellMissing(audit: AuditTrail, authorizer: Authorizer, asked: Attributes, domain: string): void {
	const rules = (authorizer.missing?.(asked) ?? []).flatMap(({ rule = [] }) => rule);
	if (rules.length > 0) audit.annotate(`authorization.${domain}/missing-rule`, rules.join('; '));
}
