/**
 * Sends bad objects to the built server and, as the exported kind, to kube-apiserver. Compares the refusals, and checks that the export
 * explains each difference.
 */
import type { Catalog, JsonObject } from '../../runtime/model/catalog.ts';
import { MalformedError } from '../../runtime/model/malformed.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { namespace, type Reply, type Server } from '../peers/servers.ts';
import { changed } from '../peers/spoiled/change.ts';
import { Random } from '../suites/front-door/random.ts';
import { type BadObject, badObjects, changedObjects } from './bad-objects.ts';
import type { Export } from './exports.ts';
import { isListed } from './listed.ts';

export interface Compared {
	/** Number of objects that both refuse. */
	readonly refused: number;
	readonly accepted: number;
	/** Number of differences explained by the export or by a row of the differences. */
	readonly said: number;
	/** Unexplained differences. */
	readonly apart: readonly string[];
}

interface Verdict {
	readonly refused: boolean;
	/** Causes with paths as in the lines of an export: `spec.ports[].port`. */
	readonly causes: readonly Blamed[];
	readonly text: string;
}

export interface Blamed {
	readonly path: string;
	readonly message: string;
}

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const mostUntilServedMs = 30_000;
const json = { 'content-type': 'application/json' };
/** Number of random changes per example in addition to those derived from its rules; enough to violate CEL rules too. */
const randomChanges = 120;

export class Refusals {
	readonly #catalog: Catalog;
	readonly #schemas: ReturnType<typeof compile>;
	readonly #ours: Server;
	readonly #theirs: Server;
	readonly #random = new Random(Number(process.env.ORCH_SEED ?? 1));

	constructor(catalog: Catalog, ours: Server, theirs: Server) {
		this.#catalog = catalog;
		this.#schemas = compile(catalog);
		this.#ours = ours;
		this.#theirs = theirs;
	}

	/** Resolves when every component of kube-apiserver knows the kinds. */
	async install(exports: readonly Export[]): Promise<void> {
		for (const one of exports) {
			const { status, body } = await this.#theirs.ask('POST', definitions, JSON.stringify(one.document), json);
			if (status !== 201) throw new Error(`kube-apiserver refused the export of ${one.kind.kind}: ${JSON.stringify(body)}`);
		}
		for (const one of exports) await this.#isTaken(one);
	}

	async #isTaken(one: Export): Promise<void> {
		const [example] = one.examples;
		if (example === undefined) throw new Error(`${one.kind.kind} has no example`);
		const end = Date.now() + mostUntilServedMs;
		for (;;) {
			const { status, body } = await this.#ask('theirs', one, 'POST', placed(example, one), '?dryRun=All');
			if (status === 201) return;
			if (Date.now() > end) throw new Error(`kube-apiserver does not take the example of ${one.kind.kind}: ${JSON.stringify(body)}`);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	}

	async compare(one: Export): Promise<Compared> {
		const counts = { refused: 0, accepted: 0, said: 0 };
		const apart: string[] = [];
		for (const example of one.examples) {
			const good = placed(example, one);
			const stored = await this.#stored(one, good);
			const creates = [...badObjects(good, one.version.type, this.#catalog), ...this.#randomly(good, one)];
			const updates = [...changedObjects(good, one.version.type, this.#catalog), ...this.#randomly(good, one).slice(0, randomChanges / 2)];
			const sent = [...creates.map((bad) => ({ bad, old: undefined })), ...updates.map((bad) => ({ bad, old: stored }))];
			for (const { bad, old } of sent) {
				const [ours, theirs] = await Promise.all([this.#send('ours', one, bad.object, old?.ours), this.#send('theirs', one, bad.object, old?.theirs)]);
				if (ours.refused === theirs.refused) counts[ours.refused ? 'refused' : 'accepted']++;
				else if (this.#isSaid(one, bad.object, old?.good, ours, theirs)) counts.said++;
				else apart.push(`${one.kind.kind}, ${old === undefined ? 'created' : 'updated'}, ${bad.what}\n\there  ${ours.text}\n\tthere ${theirs.text}`);
			}
		}
		return { ...counts, apart };
	}

	#randomly(good: JsonObject, { version }: Export): BadObject[] {
		return Array.from({ length: randomChanges }, (_, at) => ({
			what: `random change ${at}`,
			object: changed(good, version.type, this.#catalog, this.#random),
		}));
	}

	/** Stores the object on both servers; returns the resource versions that updates must name. */
	async #stored(one: Export, good: JsonObject): Promise<{ readonly good: JsonObject; readonly ours: string; readonly theirs: string }> {
		const [ours, theirs] = await Promise.all(
			(['ours', 'theirs'] as const).map(async (side) => {
				const { status, body } = await this.#ask(side, one, 'POST', good, '');
				if (status !== 201) throw new Error(`${side}: the example of ${one.kind.kind} was refused: ${JSON.stringify(body)}`);
				return (body as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
			}),
		);
		return { good, ours: ours ?? '', theirs: theirs ?? '' };
	}

	async #send(side: 'ours' | 'theirs', one: Export, object: JsonObject, resourceVersion: string | undefined): Promise<Verdict> {
		const metadata = object.metadata as JsonObject;
		const reply =
			resourceVersion === undefined
				? // Rules do not depend on the name, except where it is an address.
					await this.#ask(side, one, 'POST', { ...object, metadata: { ...metadata, name: fresh(String(metadata.name)) } }, '?dryRun=All')
				: await this.#ask(side, one, 'PUT', { ...object, metadata: { ...metadata, resourceVersion } }, `/${metadata.name}?dryRun=All`);
		return verdictOf(reply);
	}

	#ask(side: 'ours' | 'theirs', { kind, version, group }: Export, method: string, object: JsonObject, rest: string): Promise<Reply> {
		const server = side === 'ours' ? this.#ours : this.#theirs;
		const served = side === 'ours' ? version.group : group;
		const path = `/apis/${served}/${version.version}${kind.scope === 'Cluster' ? '' : `/namespaces/${namespace}`}/${kind.plural}${rest}`;
		const strict = `${path}${rest.includes('?') ? '&' : '?'}fieldValidation=Strict`;
		return server.ask(method, strict, JSON.stringify({ ...object, apiVersion: `${served}/${version.version}`, kind: kind.kind }), json);
	}

	/** Reports whether each cause that only one server names has an explanation; a single unexplained cause could justify a refusal. */
	#isSaid(one: Export, object: JsonObject, old: JsonObject | undefined, ours: Verdict, theirs: Verdict): boolean {
		const refusal = ours.refused ? ours : theirs;
		const bySpec = one.hooked ? this.#bySpec(one, object, old) : [];
		// When the spec alone decides differently than the server, code decided, and the export states that it omits code.
		const byCode = (cause: Blamed): boolean =>
			one.hooked &&
			cause.path !== '' &&
			bySpec.some(({ path, message }) => path === cause.path && (!ours.refused || message === cause.message)) !== ours.refused;
		return refusal.causes.every(
			(cause) => one.lost.some((sentence) => says(sentence, cause)) || byCode(cause) || isListed({ kind: one.kind.kind, here: ours.refused, cause, object }),
		);
	}

	#bySpec({ version }: Export, object: JsonObject, old: JsonObject | undefined): readonly Blamed[] {
		const type = this.#schemas.type(version.type);
		const read = (value: JsonObject): JsonObject => {
			const made = type.read(structuredClone(value), { notices: [] });
			type.applyDefaults(made);
			return made;
		};
		try {
			return type.validate(read(object), old && read(old)).map(({ field = '', message }) => ({ path: generic(field), message }));
		} catch (error) {
			if (error instanceof MalformedError) return [{ path: '', message: error.message }];
			throw error;
		}
	}
}

function placed(example: JsonObject, { kind }: Export): JsonObject {
	const { namespace: _, ...metadata } = (example.metadata ?? {}) as JsonObject;
	return { ...example, metadata: { ...metadata, ...(kind.scope === 'Cluster' ? {} : { namespace }) } };
}

function fresh(name: string): string {
	return /^\d+\.\d+\.\d+\.\d+$/.test(name) ? '10.99.99.99' : `${name}-new`;
}

function verdictOf({ status, body }: Reply): Verdict {
	const { message = '', details } = body as { message?: string; details?: { causes?: { field?: string; message?: string }[] } };
	const causes = (details?.causes ?? []).map(({ field = '', message: text = '' }) => ({ path: generic(field), message: text }));
	const refused = status >= 400;
	if (status >= 500) throw new Error(`${status}: ${message}`);
	return { refused, causes: refused && causes.length === 0 ? [{ path: '', message }] : causes, text: `${status} ${refused ? message.slice(0, 400) : ''}` };
}

function generic(path: string): string {
	return path
		.replace(/^\./, '')
		.replace(/\[\d+\]/g, '[]')
		.replace(/\[[^\]]+\]/g, '[*]');
}

/**
 * Reports whether a line of an export covers this path, or the struct or list that contains it. For immutability it also covers values that
 * the field holds by default.
 */
function says(sentence: string, { path, message }: Blamed): boolean {
	const [, place = '', ...why] = sentence.split(': ');
	const reason = why.at(-1);
	if (message.endsWith('field is immutable') && place.startsWith(path) && sentence.includes(': derive: ')) return true;
	if (reason === "the words are the server's own" || reason === 'absent values are not shown as null') return false;
	const at = /^[a-z]\w*([.[]|$)/.test(place) && path.startsWith(place) ? place : undefined;
	if (at === undefined) return isRootRule(place) && /^\w+$/.test(path) && sentence.includes(path);
	const [, field] = /^(?:\[[*]?\])?(?:\.(\w+)(?:\[[*]?\])?)?$/.exec(path.slice(at.length)) ?? [undefined, ''];
	return field === undefined ? path.length >= at.length && !path.slice(at.length).includes('.') : field !== '' && sentence.includes(field);
}

function isRootRule(place: string): boolean {
	return ['totalSize', 'frozenWhen', 'cel', 'requiredWhen', 'unique', 'derive'].some((rule) => place.startsWith(rule));
}
