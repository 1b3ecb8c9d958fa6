/** Names that pods and hosts are called after: a DNS label, of which releases since 1.27 say more plainly what is wrong. */
import { checkDnsLabel, checkDnsSubdomain } from '../../scalars/formats.ts';

export function labelProblems(text: string): readonly string[] {
	const problems = checkDnsLabel(text);
	const isDotted = text.includes('.') && checkDnsSubdomain(text).length === 0;
	return problems.length > 0 && isDotted ? [...problems.slice(0, -1), 'must not contain dots'] : problems;
}
