import type { Attributes, Authorizer } from '../api/authorization.ts';
import type { AuditTrail } from '../api/request.ts';

/** Adds an audit annotation with the rule that would have allowed a refused request. `domain`: domain of the annotation's key. */
export function annotateMissingRule(audit: AuditTrail, authorizer: Authorizer, asked: Attributes, domain: string): void {
	const rules = (authorizer.missing?.(asked) ?? []).flatMap(({ rule = [] }) => rule);
	if (rules.length > 0) audit.annotate(`authorization.${domain}/missing-rule`, rules.join('; '));
}
