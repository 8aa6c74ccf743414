-- The catalogue of a census, version 1. One row of `census` says what it is a census of.
CREATE TABLE census (
    family  TEXT NOT NULL,           -- octal:3, hex:2, subtraction:14, allbut:8, or so many games
    created TEXT NOT NULL,           -- when, in UTC
    program TEXT NOT NULL            -- the version of grundy that made it
) STRICT;

-- A class: games that are the same up to a shift, by a theorem.
CREATE TABLE class (
    id          INTEGER PRIMARY KEY, -- in the order of tables: short games first
    game        TEXT NOT NULL UNIQUE,-- the game that stands for the class; all numbers are about it
    key         TEXT NOT NULL UNIQUE,-- the saturated standard form that all its games have in common
    status      TEXT NOT NULL DEFAULT 'untouched' CHECK (status IN ('untouched', 'proved', 'observed', 'open')),
    preperiod   INTEGER,             -- smallest, proved
    period      INTEGER,             -- smallest, proved
    saltus      INTEGER,             -- proved
    theorem     TEXT,                -- classical, sparse, endless or arithmetic
    certificate ANY,                 -- for grundy-check: a text, or where it is long its zlib stream
    sequence    TEXT,                -- a hash of the sequence from its first value that is not 0
    verified    INTEGER NOT NULL DEFAULT 0, -- the values of all heaps below this number are known
    mask        TEXT,                -- the best sparse space, in hexadecimal
    parity      INTEGER,             -- 1 when heap parity joins the mask
    kappa       INTEGER,             -- the class of the commons
    rares       INTEGER,             -- how many heaps are rare
    last_rare   INTEGER,             -- the last of them
    depth       INTEGER,             -- how deep leftovers reach
    max         INTEGER,             -- the largest value
    max_at      INTEGER,             -- the first heap that has it
    observed_preperiod INTEGER,      -- a period that was seen, and that nothing proves
    observed_period    INTEGER,
    observed_saltus    INTEGER,
    candidate   INTEGER,             -- the distance of two states of a long run that look alike
    frequency   REAL,                -- a hidden frequency, where one was measured, in turns for each heap
    stuck       TEXT,                -- why further rounds would not help
    rounds      INTEGER NOT NULL DEFAULT 0, -- rounds that are finished: the next one is this
    seconds     REAL NOT NULL DEFAULT 0     -- all rounds together
) STRICT;
CREATE INDEX class_of_status ON class (status, rounds);

-- Every game of the family, with its class.
CREATE TABLE code (
    game  TEXT PRIMARY KEY,
    class INTEGER NOT NULL REFERENCES class (id),
    shift INTEGER NOT NULL           -- G(n) = G(n - shift) of the class
) STRICT, WITHOUT ROWID;
CREATE INDEX code_of_class ON code (class);

-- The history: one row for every finished step.
CREATE TABLE step (
    class    INTEGER NOT NULL REFERENCES class (id),
    round    INTEGER NOT NULL,
    allowed  INTEGER NOT NULL,       -- how many values it was given
    verified INTEGER NOT NULL,       -- how many it took
    status   TEXT NOT NULL,          -- of the class afterwards
    seconds  REAL NOT NULL,
    engine   TEXT NOT NULL,
    program  TEXT NOT NULL,
    machine  TEXT NOT NULL,
    finished TEXT NOT NULL,          -- when, in UTC
    PRIMARY KEY (class, round)
) STRICT, WITHOUT ROWID;

-- What `grundy census show` asks: a class with its codes, as they are written in tables.
CREATE VIEW catalogue AS
SELECT class.*,
       (SELECT group_concat(game, ' ') FROM (SELECT game FROM code WHERE class = class.id ORDER BY length(game), game)) AS codes,
       (SELECT count(*) FROM code WHERE class = class.id) AS members,
       preperiod + period AS reach
FROM class;
