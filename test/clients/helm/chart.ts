/** The chart for the Helm tests: the files of `chart/` and the example of every other served kind. New kinds need no changes here. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { speakAll } from '../../../runtime/model/vocabulary.ts';
import { kubernetes } from '../../generator/emit/fixture.ts';
import { builtInModel } from '../../generator/emit/reference-documents.ts';
import type { ServedKind } from './helm.ts';

const written = join(import.meta.dirname, 'chart');

/** Writes the chart into `folder` and returns the folder. */
export async function writeChart(folder: string, served: readonly ServedKind[]): Promise<string> {
	cpSync(written, folder, { recursive: true });
	const templates = join(folder, 'templates');
	const text = readdirSync(templates).map((name) => readFileSync(join(templates, name), 'utf8'));
	const named = new Set(text.flatMap((template) => [...template.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind)));
	const { catalog, kindDocs } = await builtInModel();
	const examples = served
		.filter(({ kind }) => !named.has(kind))
		.map((each) => {
			const kind = catalog.kinds.find(({ kind, plural }) => kind === each.kind && plural === each.resource);
			const example = kind && kindDocs[kind.storageName]?.examples[0];
			if (example === undefined) throw new Error(`${each.kind} has neither a template in ${written} nor an example in its spec`);
			return template(each, speakAll(example.object as JsonObject, kubernetes));
		});
	writeFileSync(join(templates, 'examples.yaml'), `{{- if .Values.examples }}\n${examples.join('')}{{- end }}\n`);
	return folder;
}

/** Returns a template in JSON, which is valid YAML, of an object whose name is prefixed with the release's. */
function template({ apiVersion, kind, namespaced }: ServedKind, { status: _, metadata, ...rest }: JsonObject): string {
	const { namespace: __, name, ...others } = metadata as JsonObject;
	// The webhooks have no service behind them, so they must not delay objects of other releases.
	const webhooks = (rest.webhooks as readonly JsonObject[] | undefined)?.map((each) => ({ ...each, failurePolicy: 'Ignore' }));
	const own = namespaced ? '{{ .Release.Name }}' : '{{ .Release.Namespace }}-{{ .Release.Name }}';
	// Uses the served version, which may differ from the example's.
	return `---\n${JSON.stringify({ ...rest, ...(webhooks && { webhooks }), apiVersion, kind, metadata: { ...others, name: `${own}-${name}` } })}\n`;
}
