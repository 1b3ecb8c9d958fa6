/** Clients that use versions which a release removes, as seen in audit logs and in metrics. */
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import type { UpgradeFinding } from './finding.ts';
import type { ReleasesCompared } from './releases-compared.ts';

/** Maximum number of distinct users of removed versions. Further ones are counted together, because clients choose their agent's name. */
const mostClients = 1000;

const otherClients = '(further clients)';

interface Uses {
	readonly name: string;
	readonly problem: string;
	readonly instead: string | undefined;
	count: number;
}

/** Counts the requests in audit logs, event by event. */
export class AuditedClients {
	readonly #releases: ReleasesCompared;
	readonly #uses = new Map<string, Uses>();
	/** Lines that hold no event. */
	unreadable = 0;

	constructor(releases: ReleasesCompared) {
		this.#releases = releases;
	}

	/** Takes a line of an audit log: one event, as JSON. */
	take(line: string): void {
		if (line.trim() === '') return;
		const event = parsed(line);
		if (event === undefined) {
			this.unreadable++;
			return;
		}
		// A request may have several events; the last stage has one in every policy that logs it.
		if (event.stage !== undefined && event.stage !== 'ResponseComplete' && event.stage !== 'Panic') return;
		const { apiGroup = '', apiVersion, resource } = recordOf(event.objectRef);
		const { problem, instead } = problemOf(this.#releases, String(apiGroup), String(apiVersion), String(resource)) ?? {};
		if (problem === undefined) return;
		const agent = typeof event.userAgent === 'string' && event.userAgent !== '' ? ` (${event.userAgent})` : '';
		this.#count(`${String(recordOf(event.user).username)}${agent}`, problem, instead);
	}

	findings(): readonly UpgradeFinding[] {
		return [...this.#uses.values()]
			.sort((a, b) => b.count - a.count)
			.map(({ name, problem, instead, count }) => ({
				subject: 'client',
				name,
				problem,
				...(instead !== undefined && { instead }),
				breaks: true,
				count,
				seenIn: 'audit',
			}));
	}

	#count(client: string, problem: string, instead: string | undefined): void {
		const name = this.#uses.size < mostClients ? client : otherClients;
		const key = `${name}\n${problem}`;
		const uses = this.#uses.get(key) ?? { name, problem, instead, count: 0 };
		this.#uses.set(key, uses);
		uses.count++;
	}
}

/** Returns the findings of a metrics page: deprecated APIs that have been requested since the server started. */
export function metricFindings(page: string, releases: ReleasesCompared): readonly UpgradeFinding[] {
	return page.split('\n').flatMap((line): UpgradeFinding[] => {
		const [, labels = ''] = /^apiserver_requested_deprecated_apis\{([^}]*)\} 1$/.exec(line) ?? [];
		if (labels === '') return [];
		const label = Object.fromEntries(Array.from(labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g), ([, name = '', value = '']) => [name, value]));
		const { problem, instead } = problemOf(releases, label.group ?? '', label.version ?? '', label.resource ?? '') ?? {};
		if (problem === undefined) return [];
		return [{ subject: 'client', name: '(some client)', problem, ...(instead !== undefined && { instead }), breaks: true, seenIn: 'metrics' }];
	});
}

function problemOf(releases: ReleasesCompared, group: string, version: string, plural: string): { problem: string; instead: string | undefined } | undefined {
	const apiVersion = group === '' ? version : `${group}/${version}`;
	const removed = releases.removed(apiVersion, plural);
	if (removed === undefined) return undefined;
	const successor = releases.successorOf(removed);
	return { problem: `requests ${apiVersion} ${plural}, which ${releases.nameOf(removed.kind)} does not serve`, instead: successor && `use ${successor}` };
}

function parsed(line: string): JsonObject | undefined {
	try {
		const value = JSON.parse(line) as JsonValue;
		return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
	} catch {
		return undefined;
	}
}

function recordOf(value: JsonValue | undefined): JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
