/** `/livez`, `/readyz` and the deprecated `/healthz`: all checks, or a single one (seed 1, Health endpoints). */
import { ApiError } from '../../api/errors.ts';
import type { ApiRequest, ApiResponse } from '../../api/request.ts';

export interface HealthCheck {
	readonly name: string;
	/** Returns the reason of a failure for the log, or undefined. Clients learn only that the check failed. */
	check(): string | undefined;
}

export interface HealthEndpoint {
	/** First segment of the path, such as `livez`. */
	readonly name: string;
	readonly checks: readonly HealthCheck[];
}

const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
const ok: ApiResponse = { status: 200, headers, body: 'ok' };

/**
 * Answers a health request. As in kube-apiserver, the last line names `healthz` for every endpoint. `single`: name of a single check, from
 * the rest of the path; empty for all checks. `onFailure`: receives the reasons of failures.
 */
export function respondHealth(request: ApiRequest, { name, checks }: HealthEndpoint, single: string, onFailure: (sentence: string) => void): ApiResponse {
	if (single !== '') return respondSingle(name, checks, single, onFailure);
	// Probes arrive every second, so the common answer needs no parsed query and no new text.
	if (request.query === '' && checks.every((check) => check.check() === undefined)) return ok;
	const query = request.parameters();
	const excluded = new Set(query.getAll('exclude').flatMap((value) => value.split(',')));
	const lines: string[] = [];
	let failed = 0;
	for (const check of checks) {
		const skip = excluded.delete(check.name);
		const problem = skip ? undefined : check.check();
		if (problem !== undefined) {
			failed++;
			onFailure(`${name} check ${check.name} failed: ${problem}`);
		}
		lines.push(skip ? `[+]${check.name} excluded: ok` : problem === undefined ? `[+]${check.name} ok` : `[-]${check.name} failed: reason withheld`);
	}
	if (excluded.size > 0)
		lines.push(`warn: some health checks cannot be excluded: no matches for ${[...excluded].map((text) => JSON.stringify(text)).join(', ')}`);
	if (failed > 0) return { status: 500, headers, body: `${lines.join('\n')}\n${name} check failed\n` };
	return query.has('verbose') ? { status: 200, headers, body: `${lines.join('\n')}\nhealthz check passed\n` } : ok;
}

function respondSingle(name: string, checks: readonly HealthCheck[], single: string, onFailure: (sentence: string) => void): ApiResponse {
	const check = checks.find((candidate) => candidate.name === single);
	if (check === undefined) throw new ApiError('NotFound', 'the server could not find the requested resource', {});
	const problem = check.check();
	if (problem === undefined) return ok;
	onFailure(`${name} check ${single} failed: ${problem}`);
	return { status: 500, headers, body: `internal server error: ${single} failed: reason withheld\n` };
}
