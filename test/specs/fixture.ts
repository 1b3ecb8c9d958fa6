/** Compiles the built-in specs as they are served, and returns the violations of an object. */
import { beforeAll } from 'vitest';
import type { Model } from '../../generator/model.ts';
import type { Catalog, JsonObject } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import type { CompiledSchemas } from '../../runtime/schema/compiled.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { builtInModel } from '../generator/emit/reference-documents.ts';

export let model: Model;
export let catalog: Catalog;
let schemas: CompiledSchemas;

/** Loads the specs; each test file calls this. */
export function withSpecs(): void {
	beforeAll(async () => {
		model = await builtInModel();
		catalog = narrow(model.catalog, model.catalog.release);
		schemas = compile(catalog);
	});
}

export function admit(
	type: string,
	body: JsonObject,
	old?: JsonObject,
	release?: string,
): { readonly object: JsonObject; readonly causes: string[]; readonly notices: string[] } {
	const compiled = (release === undefined ? schemas : compile(narrow(model.catalog, release))).type(type);
	const findings = { notices: [] };
	const object = compiled.read(body, findings);
	compiled.applyDefaults(object);
	const before = old === undefined ? undefined : admit(type, old).object;
	const causes = compiled.validate(object, before).map(({ field, message }) => `${field}: ${message}`);
	return { object, causes, notices: findings.notices };
}

export const meta = { name: 'x', namespace: 'default' };
export const causesOf = (type: string, body: JsonObject, old?: JsonObject) =>
	admit(type, { metadata: meta, ...body }, old && { metadata: meta, ...old }).causes;
export const big = 'x'.repeat(1024 * 1024);
export const bigger = Buffer.from(`${big}x`).toString('base64');
export const container = { name: 'a', image: 'a' };
export const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } };
export const selector = { matchLabels: { a: 'b' } };
