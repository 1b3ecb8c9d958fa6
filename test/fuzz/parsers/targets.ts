/** Request targets: paths and queries. */
import { catalog } from '../../../generated/catalog.ts';
import { ApiError } from '../../../runtime/api/errors.ts';
import { decodePath } from '../../../runtime/api/path.ts';
import { parseQuery, queryProblem } from '../../../runtime/api/query.ts';
import { OptionsReaders } from '../../../runtime/codec/options.ts';
import { requestInfo } from '../../../runtime/http/request-info.ts';
import { verbRecords, verbs } from '../../../runtime/model/verb.ts';
import { parseRevision } from '../../../runtime/verbs/read-options.ts';
import { Broken, type FuzzedParser } from '../parser.ts';
import { isRefusal } from './refusals.ts';

const path: FuzzedParser = {
	name: 'path',
	seeds: [
		'/api/v1/namespaces/default/configmaps/x',
		'/apis/apps/v1/namespaces/a/deployments/b/scale',
		'/api/v1/watch/namespaces/a/configmaps/b',
		'/api/v1/namespaces/a/pods/p/proxy/some/path?watch=true&x=y',
		'/api/v1/namespaces/a%2Fb/configmaps/%2e%2e/x',
		'/api/v1/namespaces/..%2f..%2fkube-system/secrets',
		'/api//v1/./namespaces/%zz/\\',
		'/healthz/../api',
	],
	words: ['%2F', '%5c', '..', '//', '/namespaces/', '?watch=1', '%00', '%c0%af', '/apis', '/watch'],
	run(input) {
		const target = input.toString('latin1');
		// Node refuses these characters in a target of either protocol.
		if (/[\0-\x20\x7f]/.test(target)) return;
		const [raw = '', query = ''] = target.split('?', 2);
		const decoded = decodePath(raw);
		for (const method of ['GET', 'POST', 'DELETE', 'PATCH', 'PROPFIND']) {
			const info = requestInfo({ method, path: decoded, query, parameters: () => parseQuery(query) }, new Set(['finalize', 'status']));
			if (!info.isResource) continue;
			// The authorized parts equal those that are looked up: no part may contain another (CVE-2022-3162).
			for (const part of [info.group, info.version, info.resource, info.subresource, info.namespace, info.name])
				if (/[/\\%\0]/.test(part) || part === '..' || part === '.') throw new Broken(`a part of ${target} is ${JSON.stringify(part)}`);
		}
	},
	refuses: isRefusal,
};

const readers = new OptionsReaders((name) => catalog.type(name));
const optionTypes = [...new Set([...verbs.map((verb) => verbRecords[verb].options), 'meta/v1.TableOptions'])];

const query: FuzzedParser = {
	name: 'query',
	seeds: [
		'labelSelector=a%3Db&fieldSelector=metadata.name%3Dx&limit=500&continue=abc&resourceVersion=12&resourceVersionMatch=Exact',
		'watch=1&allowWatchBookmarks=true&timeoutSeconds=30&sendInitialEvents=true',
		'dryRun=All&dryRun=None&fieldManager=m&fieldValidation=Strict&force=1&pretty=t',
		'gracePeriodSeconds=-1&propagationPolicy=Foreground&orphanDependents=false',
		'limit=9223372036854775808&timeoutSeconds=-0000000000000000000000001',
		'&&&=&=x&%=%&a=%ff%fe&+=+',
	],
	words: ['&', '=', '%', '+', '%00', '&limit=', '&dryRun=', '99999999999999999999', '-9223372036854775808'],
	run(input) {
		const text = input.toString('latin1');
		const problem = queryProblem(text);
		if (problem !== undefined) throw problem;
		const parameters = parseQuery(text);
		return optionTypes.map((type) => readers.of(type)(parameters));
	},
	refuses: isRefusal,
};

const resourceVersion: FuzzedParser = {
	name: 'resourceVersion',
	seeds: ['', '0', '1', '59696394772', '00000000000000000001', '9223372036854775807', '9223372036854775808', '-1', '1e3', '٣'],
	run(input) {
		const text = input.toString();
		const revision = parseRevision(text);
		if (revision !== undefined && !(Number.isSafeInteger(revision) && revision >= 0)) throw new Broken(`${text} became ${revision}`);
	},
	refuses: (error) => error instanceof ApiError && error.reason === 'BadRequest',
};

export const targets: readonly FuzzedParser[] = [path, query, resourceVersion];
