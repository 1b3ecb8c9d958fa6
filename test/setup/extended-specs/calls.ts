/** A kind whose versions join fields into one text, split a text into fields, and rename a field. */

/** Files by path below the spec root. */
export const callSpecs: Readonly<Record<string, string>> = {
	'call/group.yaml': 'group: call.example.com\nversions: [v2, v1]\ndescription: Who calls whom.\n',
	'call/call.yaml': `kind: Call
names: {plural: calls}
scope: Namespaced
generation: true
description: Where something is to be reached.
versions:
  - {name: v2, storage: true, schema: {$ref: types#/v2.Call}}
  - name: v1
    schema: {$ref: types#/v1.Call}
    converts:
      - {here: spec.address, separator: ":", storage: [spec.host, spec.port]}
      - {here: [spec.image.name, spec.image.tag], separator: "@", storage: spec.image}
    loses:
      spec.host: a host has no colon
      spec.image.name: an image has no at sign
      spec.timeout: new in v2
`,
	'call/types/v2.yaml': `version: v2
types:
  Call: {type: object, description: A call., properties: {spec: {$ref: types#/CallSpec, protobuf: 2, presence: always, description: Desired state.}}}
  CallSpec:
    type: object
    description: Desired state.
    properties:
      host: {type: string, protobuf: 1, description: Which host.}
      port: {type: integer, protobuf: 2, minimum: 1, maximum: 65535, description: Which port of it.}
      timeout: {type: integer, protobuf: 3, description: How long it may take.}
      image: {type: string, protobuf: 4, pattern: "^[a-z@0-9]*$", description: What is run there.}
      remark: {type: string, protobuf: 5, description: What else there is to say.}
`,
	'call/types/v1.yaml': `version: v1
types:
  Call: {type: object, description: A call., properties: {spec: {$ref: types#/CallSpec, protobuf: 2, presence: always, description: Desired state.}}}
  CallSpec:
    type: object
    description: Desired state.
    include: [{type: types#/v2.CallSpec, without: [host, port, timeout], renamed: {note: remark}}]
    properties:
      address: {type: string, protobuf: 6, description: Which host and port.}
      image: {type: object, protobuf: 7, description: What is run there., properties: {name: {type: string, protobuf: 1, description: Its name.}, tag: {type: string, protobuf: 2, description: Which one of them.}}}
`,
};
