/** Spec root with every endpoint that only hooks can answer: a kind named Door, a review of doors, and a group served by another server. */

/** Files by path below the spec root. */
export const doorSpecs: Readonly<Record<string, string>> = {
	'house/group.yaml': 'group: house.example.com\ndescription: What a house has.\nversions: [v1]\n',
	'house/door.yaml': `kind: Door
names: {plural: doors}
scope: Namespaced
description: A door with a lock.
versions: [{name: v1, storage: true}]
subresources:
  other:
    - {name: key, verbs: [create], kind: KeyRequest, gives: {kind: KeyGrant}}
    - {name: knock, verbs: [create], kind: Knock, gives: {kind: Status}}
    - {name: log, verbs: [get], kind: Door, connect: {options: LogOptions}}
    - {name: corridor, verbs: [create, delete, get, patch, update], kind: CorridorOptions, connect: {options: CorridorOptions, path: true}}
schema:
  type: object
  properties:
    spec:
      type: object
      protobuf: 2
      description: Desired state.
      properties:
        keys: {type: integer, protobuf: 1, default: 1, description: How many keys fit.}
`,
	'house/visit.yaml': `kind: VisitReview
names: {plural: visitreviews}
scope: Cluster
stored: false
verbs: [create]
description: Asks whether somebody may come in.
versions: [{name: v1, storage: true}]
schema:
  type: object
  required: [spec]
  properties:
    spec:
      type: object
      protobuf: 2
      description: What is asked.
      required: [visitor]
      properties:
        visitor: {type: string, protobuf: 1, minLength: 2, description: Who comes.}
        reason: {type: string, protobuf: 2, default: tea, description: Why.}
        secret: {type: string, protobuf: 3, writeOnly: true, description: What only friends know.}
    status:
      type: object
      protobuf: 3
      description: The answer.
      properties:
        allowed: {type: boolean, protobuf: 1, presence: always, description: Whether they may.}
        by: {type: string, protobuf: 2, presence: omitZero, description: Who was asked by.}
`,
	'house/types/bodies.yaml': `version: v1
types:
  KeyRequest:
    type: object
    description: Asks for a key.
    required: [spec]
    properties:
      spec:
        type: object
        protobuf: 2
        description: Which key.
        properties:
          days: {type: integer, protobuf: 1, minimum: 1, maximum: 30, default: 7, description: How long it opens the door.}
  KeyGrant:
    type: object
    description: A key.
    properties:
      key: {type: string, protobuf: 2, description: The key itself.}
      dryRun: {type: boolean, protobuf: 3, presence: omitZero, description: Whether it is a mere try.}
  Knock:
    type: object
    description: A knock at the door.
    properties:
      times: {type: integer, protobuf: 2, minimum: 1, description: How often.}
  LogOptions:
    type: object
    description: What of the log is wanted.
    properties:
      lines: {type: integer, protobuf: 1, minimum: 1, description: At most so many.}
      times: {type: boolean, protobuf: 2, presence: omitZero, description: Whether each line begins with its time.}
      visitor: {type: array, protobuf: 3, items: {type: string}, description: Only of these.}
  CorridorOptions:
    type: object
    description: Where in the corridor.
    properties:
      path: {type: string, protobuf: 1, presence: omitZero, description: What follows the subresource.}
      light: {type: boolean, protobuf: 2, presence: omitZero, description: Whether the light is on.}
`,
	'weather/group.yaml': 'group: "weather.{groupDomain}"\ndescription: How it is outside.\nversions: [v1]\nproxied: true\n',
	'hooks/door.ts': `import { ApiError, type Hooks } from './orch/hook.ts';

export const hooks: Hooks['house/doors'] = {
	validate: () => [],
	computes: {
		key({ object, parent, name, dryRun, user, warnings }) {
			if (object.spec.days === 13) throw new ApiError('Forbidden', 'no door opens for 13 days');
			if (object.spec.days === 30) warnings.push('such a key is easily lost');
			return { metadata: { name }, key: \`\${user.name}:\${name}:\${parent.spec?.keys}:\${object.spec.days}\`, ...(dryRun && { dryRun }) };
		},
		knock: ({ object }) => ({ metadata: {}, status: 'Success', message: \`knocked \${object.times ?? 1} times\` }),
	},
	connects: {
		log: ({ options, name, warnings }) => {
			warnings.push('the log is short');
			return { status: 200, headers: { 'content-type': 'text/plain' }, body: \`\${name} \${JSON.stringify(options)}\\n\` };
		},
		corridor: async ({ options, path, verb, request, parent }) => ({
			status: 200,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ options, path, verb, body: (await request.body()).toString(), door: parent.metadata?.name }),
		}),
	},
};
`,
	'hooks/visitreview.ts': `import type { Hooks } from './orch/hook.ts';

export const hooks: Hooks['house/visitreviews'] = {
	computes: {
		'': ({ object, user }) => ({ ...object, status: { allowed: object.spec.secret === 'xyzzy', by: user.name } }),
	},
};
`,
	'hooks/weather.ts': `import { request as ask } from 'node:http';
import { ApiError, type ApiResponse, type Hooks } from './orch/hook.ts';

const outside = process.env.WEATHER_SERVER;

export const hooks: Hooks['weather'] = {
	proxy(request): ApiResponse | Promise<ApiResponse> {
		if (request.path.endsWith('/inside')) return { status: 200, headers: { 'content-type': 'text/plain' }, body: \`warm, \${request.user.name}\` };
		if (outside === undefined) throw new ApiError('ServiceUnavailable', 'nobody knows the weather');
		return new Promise((resolve, reject) => {
			const passed = ask(outside + request.path, { method: request.method, headers: { 'x-remote-user': request.user.name } }, (answer) =>
				resolve({ status: answer.statusCode ?? 502, headers: { 'content-type': answer.headers['content-type'] ?? 'text/plain' }, body: answer }),
			);
			passed.on('error', reject);
			request.body().then((bytes) => passed.end(bytes), reject);
		});
	},
};
`,
};
