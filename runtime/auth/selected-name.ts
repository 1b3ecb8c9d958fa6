import type { ApiRequest } from '../api/request.ts';
import { verbRecord } from '../model/verb.ts';
import { nameWanted } from '../select/index.ts';

/**
 * Returns the name that a field selector restricts a list or watch to. Authorizers and the audit treat such a request as one for that
 * object (seed 3, "RBAC", rule 4). Returns undefined if the request names an object itself or selects otherwise.
 */
export function selectedName(request: Pick<ApiRequest, 'info' | 'query' | 'parameters'>): string | undefined {
	const { info, query } = request;
	if (!query.includes('elector') || !info.isResource || info.name !== '') return undefined;
	if (verbRecord(info.verb)?.options !== selecting || verbRecord(info.verb)?.reads !== true) return undefined;
	const name = nameWanted(request.parameters().get('fieldSelector') ?? '');
	return name !== undefined && isPathSegment(name) ? name : undefined;
}

/** Type of the query parameters of verbs that select objects. */
export const selecting = 'meta/v1.ListOptions';

function isPathSegment(name: string): boolean {
	return name !== '' && name !== '.' && name !== '..' && !/[/%]/.test(name);
}
