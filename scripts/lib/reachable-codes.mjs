import ts from 'typescript';

/**
 * A function of this repository: the problem codes that it throws, and the functions that it mentions and may call.
 * @typedef {{ codes: Set<string>, mentions: Set<ts.Node> }} Reached
 */

/**
 * A code that an operation may return, and the functions on the way to where it is thrown.
 * @typedef {{ operationId: string, code: string, path: string[], file: string }} ReachableCode
 */

/**
 * The problem codes that each operation can reach, from its controller method through all mentioned functions: every
 * `new DomainError(code, …)` counts. Throws for a code without a literal type.
 * @param {ts.Program} program
 * @returns {ReachableCode[]}
 */
export function reachableCodes(program) {
  const sources = program.getSourceFiles().filter((file) => !program.isSourceFileFromExternalLibrary(file));
  const functions = new Functions(program.getTypeChecker(), sources);
  return sources.flatMap((source) =>
    operationsOf(source).flatMap(([operationId, method]) => {
      const cameFrom = new Map([[method, /** @type {ts.Node | undefined} */ (undefined)]]);
      const found = new Map();
      // Iterating over a Map includes entries added meanwhile.
      for (const [from] of cameFrom) {
        const { codes, mentions } = functions.reached(from);
        for (const code of codes) if (!found.has(code)) found.set(code, from);
        for (const mentioned of mentions) if (!cameFrom.has(mentioned)) cameFrom.set(mentioned, from);
      }
      return [...found].map(([code, thrower]) => {
        const path = [];
        for (let step = thrower; step !== undefined; step = cameFrom.get(step)) path.unshift(nameOf(step));
        return { operationId, code, path, file: thrower.getSourceFile().fileName };
      });
    }),
  );
}

/** The mentioned functions of each function. */
class Functions {
  /** @type {Map<ts.Node, Reached>} */
  #reached = new Map();
  /** The classes that implement an interface or extend a class. @type {Map<ts.Node, ts.ClassDeclaration[]>} */
  #subclasses = new Map();
  #checker;
  #sources;

  /**
   * @param {ts.TypeChecker} checker
   * @param {readonly ts.SourceFile[]} sources
   */
  constructor(checker, sources) {
    this.#checker = checker;
    this.#sources = new Set(sources.filter(({ isDeclarationFile }) => !isDeclarationFile));
    for (const source of sources) each(source, (node) => ts.isClassDeclaration(node) && this.#noteParents(node));
  }

  /**
   * @param {ts.Node} node a function
   * @returns {Reached}
   */
  reached(node) {
    const known = this.#reached.get(node);
    if (known !== undefined) return known;
    /** @type {Reached} */
    const reached = { codes: new Set(), mentions: new Set() };
    this.#reached.set(node, reached);
    each(node, (inner) => {
      if (ts.isNewExpression(inner) && inner.expression.getText() === 'DomainError') {
        for (const code of this.#codesOf(inner)) reached.codes.add(code);
      }
      if (ts.isIdentifier(inner)) for (const mentioned of this.#mentioned(inner)) reached.mentions.add(mentioned);
    });
    return reached;
  }

  /** @param {ts.ClassDeclaration} node */
  #noteParents(node) {
    for (const parent of (node.heritageClauses ?? []).flatMap(({ types }) => types)) {
      for (const declaration of this.#checker.getTypeAtLocation(parent).symbol?.declarations ?? []) {
        this.#subclasses.set(declaration, [...(this.#subclasses.get(declaration) ?? []), node]);
      }
    }
  }

  /** @param {ts.NewExpression} thrown */
  #codesOf(thrown) {
    const [code] = thrown.arguments ?? [];
    const type = code && this.#checker.getTypeAtLocation(code);
    const types = type?.isUnion() ? type.types : [type];
    const literals = types.flatMap((each) => (each?.isStringLiteral() ? each.value : []));
    if (literals.length === types.length) return literals;
    throw new Error(`${thrown.getSourceFile().fileName}: the code of ${thrown.getText()} must have a literal type`);
  }

  /**
   * The functions that a name may refer to: itself, its value, a constructor, and overrides in subclasses.
   * @param {ts.Identifier} name
   * @returns {ts.Node[]}
   */
  #mentioned(name) {
    const shorthand = ts.isShorthandPropertyAssignment(name.parent);
    const symbol = shorthand
      ? this.#checker.getShorthandAssignmentValueSymbol(name.parent)
      : this.#checker.getSymbolAtLocation(name);
    if (symbol === undefined) return [];
    const meant = symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    const declarations = (meant.declarations ?? []).filter((node) => this.#sources.has(node.getSourceFile()));
    return declarations.flatMap((node) => [...bodiesOf(node), ...this.#overrides(node)]);
  }

  /** @param {ts.Declaration} declaration @returns {ts.Node[]} */
  #overrides(declaration) {
    const { name } = /** @type {{ name?: ts.Node }} */ (/** @type {unknown} */ (declaration));
    if (name === undefined || declaration.parent === undefined) return [];
    const below = this.#subclasses.get(declaration.parent) ?? [];
    const members = below.flatMap((subclass) => subclass.members.filter((member) => nameOf(member) === name.getText()));
    return members.flatMap((member) => [...bodiesOf(member), ...this.#overrides(member)]);
  }
}

/** @param {ts.Node} node @returns {ts.Node[]} */
function bodiesOf(node) {
  if (ts.isClassDeclaration(node)) return node.members.filter(ts.isConstructorDeclaration);
  if (ts.isFunctionLike(node)) return 'body' in node && node.body !== undefined ? [node] : [];
  const isSet = ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node);
  return isSet && node.initializer !== undefined ? [node.initializer] : [];
}

/**
 * The controller methods with their operations.
 * @param {ts.SourceFile} source
 * @returns {[operationId: string, method: ts.Node][]}
 */
function operationsOf(source) {
  /** @type {[string, ts.Node][]} */
  const found = [];
  each(source, (node) => {
    if (!ts.isMethodDeclaration(node)) return;
    for (const { expression } of ts.getDecorators(node) ?? []) {
      if (!ts.isCallExpression(expression) || expression.expression.getText() !== 'Operation') continue;
      const [operationId] = expression.arguments;
      if (operationId !== undefined && ts.isStringLiteral(operationId)) found.push([operationId.text, node]);
    }
  });
  return found;
}

/** @param {ts.Node} node */
function nameOf(node) {
  const { name, parent } = /** @type {{ name?: ts.Node, parent?: { name?: ts.Node } }} */ (node);
  return (name ?? parent?.name)?.getText() ?? 'constructor';
}

/**
 * @param {ts.Node} node
 * @param {(node: ts.Node) => void} visit
 */
function each(node, visit) {
  ts.forEachChild(node, (child) => {
    visit(child);
    each(child, visit);
  });
}
