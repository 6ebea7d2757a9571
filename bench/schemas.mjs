// The schemas of the cases' tools: pi's own tools build theirs with TypeBox, tools from MCP servers come as plain JSON.

/** @typedef {{ type?: string, properties?: Record<string, JsonSchema>, required?: string[], items?: JsonSchema, [key: string]: any }} JsonSchema */

/** @param {Record<string, JsonSchema>} properties @param {string[]} [required] @returns {JsonSchema} */
const object = (properties, required = Object.keys(properties)) => ({ type: "object", properties, required });

/** pi's read tool. @type {JsonSchema} */
export const READ = object({ path: { type: "string" }, offset: { type: "number" }, limit: { type: "number" } }, [
  "path",
]);

/** pi's write tool. @type {JsonSchema} */
export const WRITE = object({ path: { type: "string" }, content: { type: "string" } });

/** pi's edit tool. @type {JsonSchema} */
export const EDIT = {
  ...object({
    path: { type: "string" },
    edits: {
      type: "array",
      items: { ...object({ oldText: { type: "string" }, newText: { type: "string" } }), additionalProperties: false },
    },
  }),
  additionalProperties: false,
};

/** @type {JsonSchema} */
export const INTEGERS = object({ values: { type: "array", items: { type: "integer" } } });

/** Twenty properties of the kinds that tools of MCP servers have. @type {JsonSchema} */
export const TWENTY = {
  ...object(
    {
      owner: { type: "string", minLength: 1, description: "Account that owns the repository" },
      repo: { type: "string", minLength: 1, maxLength: 100 },
      title: { type: "string", maxLength: 256 },
      body: { type: "string" },
      state: { type: "string", enum: ["open", "closed", "all"] },
      sort: { type: "string", enum: ["created", "updated", "comments"] },
      direction: { type: "string", enum: ["asc", "desc"] },
      since: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}" },
      page: { type: "integer", minimum: 1 },
      perPage: { type: "integer", minimum: 1, maximum: 100 },
      milestone: { type: "integer", minimum: 0 },
      draft: { type: "boolean" },
      locked: { type: "boolean" },
      labels: { type: "array", items: { type: "string" }, maxItems: 100 },
      assignees: { type: "array", items: { type: "string" }, maxItems: 10 },
      weight: { type: "number", minimum: 0, maximum: 1 },
      position: object({ line: { type: "integer" }, side: { type: "string", enum: ["LEFT", "RIGHT"] } }),
      reactions: { type: "object", additionalProperties: { type: "integer" } },
      reviewers: { type: "array", items: object({ login: { type: "string" }, team: { type: "boolean" } }, ["login"]) },
      comment: { anyOf: [{ type: "string" }, { type: "null" }] },
    },
    ["owner", "repo", "title"],
  ),
  additionalProperties: false,
};

/**
 * The same schema built with TypeBox, whose marks make the reference convert by kind.
 * @param {any} Type of the typebox that the reference uses @param {JsonSchema} schema
 * @returns {object}
 */
export function withTypeBox(Type, schema) {
  const { type, properties, required = [], items, ...options } = schema;
  switch (type) {
    case "object": {
      const entries = Object.entries(properties ?? {}).map(([name, property]) => {
        const built = withTypeBox(Type, property);
        return [name, required.includes(name) ? built : Type.Optional(built)];
      });
      return Type.Object(Object.fromEntries(entries), options);
    }
    case "array":
      return Type.Array(withTypeBox(Type, /** @type {JsonSchema} */ (items)), options);
    case "string":
      return Type.String(options);
    case "number":
      return Type.Number(options);
    default:
      throw new Error(`withTypeBox does not know the type ${type}`);
  }
}
