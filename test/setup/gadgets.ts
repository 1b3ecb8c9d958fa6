/** Gadget, a test kind in three versions, each of which adds fields to the one before. The model contains Gadget and the built-in specs. */

import type { SpecSource } from '../../generator/read/source/spec-file.ts';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { catalogWith } from './built-in-specs.ts';

export const gadgetGroup = 'gadgets.example.com';

/** Spec of Gadget; v2 is the storage version. */
const kind = `kind: Gadget
names: {plural: gadgets}
scope: Namespaced
description: Something with many versions.
generation: true
versions:
  - {name: v2, storage: true}
  - name: v1
    schema: {$ref: types#/v1.Gadget}
    converts:
      - {here: spec.copies, storage: spec.retention.copies}
      - {here: spec.level, storage: spec.retention.policy.level}
      - {type: Port, here: port, storage: number}
      - {type: Backend, here: port, storage: {integer: port.number, string: port.name}}
      - {storage: spec.mode, whenAbsent: Auto}
    loses:
      spec.retention.days: new in v2
      spec.retention.policy.strict: new in v2
      spec.ports.protocol: new in v2
      spec.ports.target.weight: new in v2
      spec.backend.timeout: new in v2
      spec.labels.note: new in v2
      spec.rules.extra: new in v2; a write through v1 that changes the rules loses it
      spec.secret: new in v2
      spec.extra: new in v2
      spec.mode: new in v2
      status.detail: new in v2
  - name: v1beta1
    schema: {$ref: types#/v1beta1.Gadget}
    converts:
      - {storage: spec.mode, whenAbsent: Manual}
    loses: {spec: it began with less, status: it began with less}
subresources:
  status: {}
  scale: {replicas: spec.retention.copies, statusReplicas: status.replicas}
schema:
  type: object
  properties:
    spec: {$ref: types#/v2.GadgetSpec, presence: always}
    status: {$ref: types#/v2.GadgetStatus}
`;

const v2 = `version: v2
types:
  GadgetSpec:
    type: object
    required: [mode]
    properties:
      size: {type: string, maxLength: 10}
      mode: {type: string, enum: [Auto, Manual]}
      retention: {$ref: types#/Retention}
      ports: {type: array, listType: map, listMapKeys: [name], patchStrategy: merge, patchMergeKey: name, items: {$ref: types#/Port}}
      backend: {$ref: types#/Backend}
      labels: {type: object, additionalProperties: {$ref: types#/Label}}
      rules: {type: array, listType: atomic, items: {$ref: types#/Rule}}
      tags: {type: array, listType: set, items: {type: string}}
      secret: {type: string}
      extra: {type: object, properties: {x: {type: integer}}}
  Retention:
    type: object
    properties: {copies: {type: integer, minimum: 0}, days: {type: integer}, policy: {$ref: types#/Policy}}
  Policy: {type: object, properties: {level: {type: integer}, strict: {type: boolean}}}
  Port:
    type: object
    required: [name]
    properties: {name: {type: string}, number: {type: integer}, protocol: {type: string, default: TCP}, target: {$ref: types#/Target}}
  Target: {type: object, properties: {host: {type: string}, weight: {type: integer}}}
  Backend: {type: object, properties: {host: {type: string}, port: {$ref: types#/BackendPort}, timeout: {type: integer}}}
  BackendPort: {type: object, properties: {number: {type: integer}, name: {type: string}}}
  Label: {type: object, properties: {value: {type: string}, note: {type: string}}}
  Rule: {type: object, properties: {match: {type: string}, extra: {type: string}}}
  GadgetStatus: {type: object, properties: {replicas: {type: integer}, phase: {type: string}, detail: {type: string}}}
`;

const v1 = `version: v1
types:
  Gadget: {type: object, properties: {spec: {$ref: types#/GadgetSpec, presence: always}, status: {$ref: types#/GadgetStatus}}}
  GadgetSpec:
    type: object
    properties:
      size: {type: string, maxLength: 5}
      copies: {type: integer}
      level: {type: integer}
      ports: {type: array, listType: map, listMapKeys: [name], patchStrategy: merge, patchMergeKey: name, items: {$ref: types#/Port}}
      backend: {$ref: types#/Backend}
      labels: {type: object, additionalProperties: {$ref: types#/Label}}
      rules: {type: array, listType: atomic, items: {$ref: types#/Rule}}
      tags: {type: array, listType: set, items: {type: string}}
  Port: {type: object, required: [name], properties: {name: {type: string}, port: {type: integer}, target: {$ref: types#/Target}}}
  Target: {type: object, properties: {host: {type: string}}}
  Backend: {type: object, properties: {host: {type: string}, port: {type: intOrString}}}
  Label: {type: object, properties: {value: {type: string}}}
  Rule: {type: object, properties: {match: {type: string}}}
  GadgetStatus: {type: object, properties: {replicas: {type: integer}, phase: {type: string}}}
`;

const v1beta1 = `version: v1beta1
types:
  Gadget: {type: object, properties: {spec: {$ref: types#/GadgetSpec, presence: always}, status: {$ref: types#/GadgetStatus}}}
  GadgetSpec:
    type: object
    properties:
      size: {type: string}
      ports: {type: array, listType: map, listMapKeys: [name], items: {$ref: types#/Port}}
  Port: {type: object, required: [name], properties: {name: {type: string}}}
  GadgetStatus: {type: object, properties: {phase: {type: string}}}
`;

export function gadgetSources(edit: (text: string) => string = (text) => text): SpecSource[] {
	const files = {
		'gadgets/group.yaml': `group: ${gadgetGroup}\ndescription: Made up.\nversions: [v2, v1, v1beta1]\n`,
		'gadgets/gadget.yaml': edit(kind),
		'gadgets/types/v2.yaml': v2,
		'gadgets/types/v1.yaml': v1,
		'gadgets/types/v1beta1.yaml': v1beta1,
	};
	return Object.entries(files).map(([path, text]) => ({ path, file: path, text }));
}

/** Catalog of the built-in kinds and Gadget, in the default vocabulary. */
export function gadgetCatalog(): Promise<Catalog> {
	return catalogWith(Object.fromEntries(gadgetSources().map(({ path, text }) => [path, text])));
}
